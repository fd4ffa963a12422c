import type { PathKeys } from './pathKeys.ts';
import { folderTailWorth, folderWorth, pairWorth, tailWorth, termWorth } from './worth.ts';

/** A fingerprint under which a path in an input is looked for. */
export interface AskedKey {
  readonly key: number;
  readonly points: number;
  /** Whether it stands for part of a file's path: two calls may then each have shown a part. */
  readonly isPart: boolean;
}

/** The keys under which the path from `start` up to `end` is looked for, the most telling first. */
export function askedKeys(
  { whole, tail, name, self, selfTail }: PathKeys,
  codes: Uint8Array,
  start: number,
  end: number,
): AskedKey[] {
  const asked = isFile(codes, start, end)
    ? [
        { key: whole, points: termWorth.path, isPart: true },
        { key: tail, points: tailWorth, isPart: true },
        { key: name, points: termWorth.file, isPart: true },
      ]
    : [
        { key: whole, points: termWorth.path / 2, isPart: false },
        { key: tail, points: whole === 0 ? pairWorth : folderTailWorth, isPart: false },
        { key: self, points: whole === 0 ? pairWorth : folderWorth, isPart: false },
        { key: whole === 0 ? 0 : selfTail, points: folderTailWorth, isPart: false },
      ];
  return asked.filter(({ key }) => key !== 0);
}

/** Whether a path ends like a file's: with a dot and at most five characters. */
function isFile(codes: Uint8Array, start: number, end: number): boolean {
  for (let at = end - 1; at > start + 1 && end - at <= 6; at -= 1) {
    if (codes[at] === 0x2e) return true;
    if (codes[at] === 0x2f || codes[at] === 0x5c) return false;
  }
  return false;
}
