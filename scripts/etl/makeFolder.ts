import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder, and those above it where they are missing. Throws what the system answers: Node's own `recursive` never ends where it
 * answers that nothing is there although the folder above is, as `/proc` does.
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  try {
    mkdirSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Another run may make it at the same moment.
    if (code === 'EEXIST' && isFolder(path)) return;
    const above = dirname(path);
    if (code !== 'ENOENT' || above === path || isFolder(above)) throw error;
    makeFolder(above);
    makeFolder(path);
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    // It cannot be looked at: who makes it gets the reason.
    return false;
  }
}
