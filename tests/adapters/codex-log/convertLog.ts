import { codexLog } from '../../../src/adapters/codex-log/index.ts';
import { convertSource, toSession } from '../../../src/adapters/index.ts';
import type { Session } from '../../../src/session/index.ts';
import { fileOf } from '../../helpers/sourceFiles.ts';

/** What comes of a log. */
export async function convert(log: string) {
  const { sessions, account } = await convertSource(codexLog, { files: [fileOf('a.log', log)] });
  return { sessions: sessions.map(({ session }) => toSession(session)), account };
}

/** The one session that comes of a log. */
export async function sessionOf(log: string): Promise<Session> {
  const { sessions } = await convert(log);
  const [session] = sessions;
  if (session === undefined || sessions.length > 1) throw new Error(`${sessions.length} sessions`);
  return session;
}

/** A command as a log has it, and what follows it. */
export const exec = (command: string, ...rest: string[]): string[] => ['exec', `${command} in /srv/oil`, ...rest];
