import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Reading and writing for everybody, as far as the umask lets them. */
export const OPEN_MODE = 0o666;

/** For the owner alone. */
export const PRIVATE_MODE = 0o600;

/**
 * Permissions for what is made of files: nobody may read it who could not read all of them, the folders in which they lie
 * included. Says nothing on Windows, which has no such permissions.
 */
export function createSourceModes(): (paths: readonly string[]) => number {
  const folders = new Map<string, number>();
  const group = process.getegid?.();

  /** Who may reach what lies in the folder: its own bits for passing, and those of all above. */
  const reach = (folder: string): number => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const parent = dirname(folder);
    const own = bitsOf(folder, 0o1);
    const all = parent === folder ? own : own & reach(parent);
    folders.set(folder, all);
    return all;
  };

  /** 0o070 and 0o007 where those of this process's group may, and all others. */
  const bitsOf = (path: string, bit: number): number => {
    const { mode, gid } = statSync(path);
    // To a file of another group, those of ours are others.
    const ours = gid === group ? mode & (bit << 3) : mode & bit;
    return (ours ? 0o070 : 0) | (mode & bit ? 0o007 : 0);
  };

  return (paths) => {
    if (process.platform === 'win32') return OPEN_MODE;
    let allowed = 0o077;
    try {
      for (const path of paths) allowed &= bitsOf(path, 0o4) & reach(dirname(path));
    } catch {
      // Gone since it was read: who could read it is not known.
      return PRIVATE_MODE;
    }
    return OPEN_MODE & (0o700 | allowed);
  };
}

/** Permissions of a folder for files of these permissions: who may read them may enter it. */
export function folderMode(mode: number): number {
  return mode | ((mode & 0o444) >> 2);
}
