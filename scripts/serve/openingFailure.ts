import { errorText } from '../../src/session/text/errorText.ts';
import { OutputError } from '../etl/writeAtomically.ts';

/** Why a session could not be opened: `code` for programs, `message` for people. */
export interface OpeningFailure {
  code: 'disk-full' | 'no-permission' | 'not-converted';
  message: string;
}

/** What the system says of an error, apart from its message. */
export interface SystemError {
  code?: string | undefined;
  path?: string | undefined;
}

/** SQLite's primary result codes for a full disk, and for what may not be written or opened. */
const sqliteFull = [13];
const sqliteDenied = [3, 8, 14, 23];

/** Says why a session could not be opened, and what to do about it. The message is not masked. */
export function openingFailure(error: unknown): OpeningFailure {
  const message = errorText(error);
  // The catalogue says in its own sentence what hinders it.
  if (error instanceof OutputError) return { code: ofCatalogue(error), message };
  return failureOfSystem(message, error instanceof Error ? (error as SystemError) : {});
}

/** The same for an error of which only its message and these facts are left. */
export function failureOfSystem(message: string, { code, path }: SystemError): OpeningFailure {
  const at = path === undefined ? '' : ` for ${path}`;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return { code: 'disk-full', message: 'The disk is full. Make room, then open the session again.' };
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return {
        code: 'no-permission',
        message: `There is no permission${at}. Change its permissions, then open the session again.`,
      };
    default:
      return { code: 'not-converted', message };
  }
}

function ofCatalogue({ cause }: OutputError): OpeningFailure['code'] {
  const { errcode = 0 } = (cause ?? {}) as { errcode?: number };
  if (sqliteFull.includes(errcode & 0xff)) return 'disk-full';
  return sqliteDenied.includes(errcode & 0xff) ? 'no-permission' : 'not-converted';
}
