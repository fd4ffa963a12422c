import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lifeOf, parseOwner, thisProcess } from './processOwner.ts';

const PREFIX = 'agent-replay-staging-';

/** Name of the file that says whose folder it is. */
const OWNER = 'owner.json';

/** Age at which a folder counts as abandoned if its owner cannot be checked (in another container, say). */
const OLD_MS = 24 * 60 * 60 * 1000;

/** A folder of this process's own, in which sessions and objects wait for their names. */
export interface StagingFolder {
  path: string;
  /** Shows that its owner is alive; for long runs. */
  beat(): void;
  remove(): void;
}

/** Creates a staging folder, among the system's temporary files where no other parent is given, and removes those of killed runs. */
export function openStaging(parent: string = tmpdir()): StagingFolder {
  removeLeftovers(parent);
  const path = mkdtempSync(join(parent, PREFIX));
  const owner = join(path, OWNER);
  writeFileSync(owner, JSON.stringify(thisProcess()));
  return {
    path,
    beat() {
      const now = new Date();
      try {
        utimesSync(owner, now, now);
      } catch {
        // Somebody cleared the folder away: who writes into it next gets an error.
      }
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    try {
      removeLeftover(join(parent, name));
    } catch {
      // Another run clears it away, too, or it belongs to somebody else.
    }
  }
}

function removeLeftover(folder: string): void {
  const stats = lstatSync(folder);
  if (!stats.isDirectory() || stats.uid !== (process.getuid?.() ?? stats.uid)) return;
  const owner = lstatSync(join(folder, OWNER), { throwIfNoEntry: false });
  if (owner?.isFile()) {
    const held = parseOwner(readFileSync(join(folder, OWNER), 'utf8'));
    const life = held === undefined ? 'unknown' : lifeOf(held);
    if (life === 'dead' || (life === 'unknown' && isOld(owner.mtimeMs))) rmSync(folder, { recursive: true });
  } else if (isOld(stats.mtimeMs)) rmdirSync(folder);
}

function isOld(modifiedMs: number): boolean {
  return Date.now() - modifiedMs > OLD_MS;
}
