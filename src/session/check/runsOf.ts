import type { JsonPath } from '../json/jsonPath.ts';
import type { Session, SubSession } from '../schema/std001v31.ts';

/** The session or one of its sub-sessions, with its place in the file. */
export interface Run {
  run: Session | SubSession;
  path: JsonPath;
}

/** The session itself, then its sub-sessions. */
export function runsOf(session: Session): Run[] {
  return [
    { run: session, path: [] },
    ...session.sub_sessions.map((run, index) => ({ run, path: ['sub_sessions', index] })),
  ];
}
