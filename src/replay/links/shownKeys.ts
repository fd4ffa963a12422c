import { fingerprint, type Seed } from './fingerprint.ts';
import { lineNumberBehind } from './lineNumbers.ts';
import { fileNameKey, pathKeys } from './pathKeys.ts';
import { scanTerms } from './scanTerms.ts';

/** Takes a line of a file whose path stands from `start` up to `end`: `src/a.ts:12`. */
export type TakePlace = (line: number, start: number, end: number) => void;

/**
 * Gives out every fingerprint under which something in the first `length` bytes of a text may be asked for later: of a
 * path also its end, its name and its folders. What a compiler, a test or a search says of a line goes to `takePlace`.
 */
export function shownKeys(
  codes: Uint8Array,
  length: number,
  base: Uint8Array,
  seed: Seed,
  take: (key: number) => void,
  takePlace?: TakePlace,
): void {
  scanTerms(codes, 0, length, (kind, start, end) => {
    if (takePlace !== undefined && (kind === 'path' || kind === 'file')) {
      const line = lineNumberBehind(codes, end, length);
      if (line > 0) takePlace(line, start, end);
    }
    if (kind === 'file') take(fileNameKey(codes, start, end, seed));
    else if (kind !== 'path') take(fingerprint(codes, start, end, seed));
    else {
      const { whole, tail, name, folder, folderTail } = pathKeys(codes, start, end, base, seed);
      if (whole !== 0) take(whole);
      if (tail !== 0) take(tail);
      take(name);
      if (folder !== 0) take(folder);
      if (folderTail !== 0) take(folderTail);
    }
  });
}
