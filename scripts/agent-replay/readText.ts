import { constants } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { Failure } from './failure.ts';
import type { Terminal } from './terminal.ts';

/** Length of the longest text that the engine can hold, in UTF-16 units. */
export const longestText = constants.MAX_STRING_LENGTH;

/** Why a file whose text is longer is not read. */
export function tooLong(t: Terminal['t']): string {
  return t(
    'This is too long to be read at once: files of up to 512 MiB can be.',
    '过长，无法一次读入：最多可读 512 MiB 的文件。',
  );
}

/**
 * Reads a text whole, from a file or, where the path is `-`, from the standard input; a byte order mark, with which editors of Windows begin
 * a file, is left out. Throws what the system says, and a {@link Failure} where the text is longer than {@link longestText}.
 */
export function readText(path: string, t: Terminal['t']): string {
  try {
    const text = readFileSync(path === '-' ? 0 : path, 'utf8');
    return text.startsWith('\ufeff') ? text.slice(1) : text;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Where a folder is read the system does not say which.
    if (code === 'EISDIR') throw Object.assign(error as Error, { path });
    if (code !== 'ERR_STRING_TOO_LONG') throw error;
    throw new Failure(`${path}: ${tooLong(t)}`, '');
  }
}
