import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Readable and writable for everybody, as far as the umask allows. */
export const OPEN_MODE = 0o666;

/** For the owner alone. */
export const PRIVATE_MODE = 0o600;

/**
 * Permissions for what is made of files: only users who could read all of them, and enter their folders, may read it. `OPEN_MODE` on
 * Windows, which has no such permissions.
 */
export function createSourceModes(): (paths: readonly string[]) => number {
  const folders = new Map<string, number>();
  const group = process.getegid?.();

  /** Who may reach the contents of a folder, by its own search permission and that of all its parents. */
  const reach = (folder: string): number => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const parent = dirname(folder);
    const own = bitsOf(folder, 0o1);
    const all = parent === folder ? own : own & reach(parent);
    folders.set(folder, all);
    return all;
  };

  /** The bits of this process's group and of others, 0o070 and 0o007, as far as they apply. */
  const bitsOf = (path: string, bit: number): number => {
    const { mode, gid } = statSync(path);
    // For a file of another group, members of our group count as others.
    const ours = gid === group ? mode & (bit << 3) : mode & bit;
    return (ours ? 0o070 : 0) | (mode & bit ? 0o007 : 0);
  };

  return (paths) => {
    if (process.platform === 'win32') return OPEN_MODE;
    let allowed = 0o077;
    try {
      for (const path of paths) allowed &= bitsOf(path, 0o4) & reach(dirname(path));
    } catch {
      // The file is gone since it was read: who could read it is not known.
      return PRIVATE_MODE;
    }
    return OPEN_MODE & (0o700 | allowed);
  };
}

/** Permissions of a folder that holds files of these permissions: who may read them may enter it. */
export function folderMode(mode: number): number {
  return mode | ((mode & 0o444) >> 2);
}
