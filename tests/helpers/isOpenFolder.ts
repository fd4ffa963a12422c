import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Whether everybody may enter a folder and all its parents. If not, what is made of files in it is private. False on Windows. */
export function isOpenFolder(folder: string): boolean {
  if (process.platform === 'win32') return false;
  for (let at = realpathSync(folder); ; at = dirname(at)) {
    if ((statSync(at).mode & 0o011) !== 0o011) return false;
    if (at === dirname(at)) return true;
  }
}
