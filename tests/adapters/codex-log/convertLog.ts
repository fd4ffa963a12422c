import { codexLog } from '../../../src/adapters/codex-log/index.ts';
import { convertSource, toSession } from '../../../src/adapters/index.ts';
import type { Session } from '../../../src/session/index.ts';
import { fileOf } from '../../helpers/sourceFiles.ts';

/** The sessions and diagnostics of a converted log. */
export async function convert(log: string) {
  const { sessions, account } = await convertSource(codexLog, { files: [fileOf('a.log', log)] });
  return { sessions: sessions.map(({ session }) => toSession(session)), account };
}

/** The only session of a converted log. */
export async function sessionOf(log: string): Promise<Session> {
  const { sessions } = await convert(log);
  const [session] = sessions;
  if (session === undefined || sessions.length > 1) throw new Error(`${sessions.length} sessions`);
  return session;
}

/** A command as in a log, with the lines after it. */
export const exec = (command: string, ...rest: string[]): string[] => ['exec', `${command} in /srv/oil`, ...rest];
