import { existsSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { indexFolder } from './sessionFolder.ts';
import { type IndexEntry, readIndex } from './sessionIndex.ts';

/** A name that held a secret stands in the index masked, with a hash behind it: nobody can look whether it is there. */
const masked = /#[0-9a-f]{8}$/;

/**
 * The sessions of a folder whose logs lay below the given paths, and are gone. A path that is not there itself says
 * nothing: its disk may not be mounted. Nor does a session of which another entry says that its log is there.
 */
export function goneSessions(out: string, project: string, paths: readonly string[]): IndexEntry[] {
  const roots = paths.map((path) => resolve(path)).filter((path) => existsSync(path));
  const lay = (source: string): boolean => roots.some((root) => source.startsWith(root + sep));
  const isGone = ({ source }: IndexEntry): boolean => {
    const path = resolve(project, source);
    return !masked.test(source) && lay(path) && !existsSync(path);
  };
  const entries = ['sessions.json', 'private.json'].flatMap((name) => readIndex(join(indexFolder(out), name)));
  const kept = new Set(entries.filter((entry) => !isGone(entry)).map(({ session_id }) => session_id));
  return entries.filter((entry) => isGone(entry) && !kept.has(entry.session_id));
}
