import { folderTailWorth, folderWorth, pairWorth, tailWorth, termWorth } from './evidence.ts';
import { lineNumberBehind } from './scanLines.ts';
import { scanTerms } from './scanTerms.ts';
import { fingerprint, type Seed } from './textCodes.ts';

/** The fingerprints under which a path is known. 0 stands for a fingerprint that it does not have. */
export interface PathKeys {
  /** The whole path, relative to the session's folder; 0 where it has only two parts. */
  readonly whole: number;
  /** Its last two parts. */
  readonly tail: number;
  readonly name: number;
  /** The folder that contains it, and the folder's last two parts. */
  readonly folder: number;
  readonly folderTail: number;
  /** The path itself as a folder, comparable with the folders of other paths. */
  readonly self: number;
  readonly selfTail: number;
}

const DOT = 0x2e;

/** Salts that separate names from paths, and folders from files. */
const nameSalt = 0x11;
const folderSalt = 0x22;

/** The key of a file's name alone. */
export function fileNameKey(codes: Uint8Array, start: number, end: number, seed: Seed): number {
  return fingerprint(codes, start, end, seed ^ nameSalt);
}

/** The keys of the path from `start` up to `end`, relative to the folder `base`. Takes linear time. */
export function pathKeys(codes: Uint8Array, start: number, end: number, base: Uint8Array, seed: Seed): PathKeys {
  const from = relativeStart(codes, start, end, base);
  let to = end;
  while (to > from && isSlash(codes, to - 1)) to -= 1;
  const name = partBefore(codes, from, to);
  const parent = partBefore(codes, from, name - 1);
  const above = partBefore(codes, from, parent - 1);
  const key = (first: number, last: number, when: boolean, salt = 0): number =>
    when ? fingerprint(codes, first, last, seed ^ salt) : 0;
  return {
    whole: key(from, to, parent > from),
    tail: key(parent, to, name > from),
    name: fileNameKey(codes, name, to, seed),
    folder: key(from, name - 1, parent > from, folderSalt),
    folderTail: key(above, name - 1, parent > from, folderSalt),
    self: key(from, to, name > from, folderSalt),
    selfTail: key(parent, to, name > from, folderSalt),
  };
}

function relativeStart(codes: Uint8Array, start: number, end: number, base: Uint8Array): number {
  const after = start + base.length;
  const inBase = base.length > 0 && after < end && isSlash(codes, after) && startsWith(codes, start, base);
  const from = inBase ? after + 1 : start;
  return codes[from] === DOT && isSlash(codes, from + 1) && from + 2 < end ? from + 2 : from;
}

function startsWith(codes: Uint8Array, start: number, base: Uint8Array): boolean {
  for (let at = 0; at < base.length; at += 1) if (codes[start + at] !== base[at]) return false;
  return true;
}

/** Start of the part that ends at `end`. */
function partBefore(codes: Uint8Array, from: number, end: number): number {
  let at = end;
  while (at > from && !isSlash(codes, at - 1)) at -= 1;
  return Math.max(at, from);
}

function isSlash(codes: Uint8Array, at: number): boolean {
  const code = codes[at];
  return code === 0x2f || code === 0x5c;
}

/** A fingerprint by which a path in an input is looked up. */
export interface AskedKey {
  readonly key: number;
  readonly points: number;
  /** Whether it stands for part of a file's path: two calls may each have shown another part. */
  readonly isPart: boolean;
}

/** The keys for looking up the path from `start` up to `end`, the most specific first. */
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

/** Whether a path ends in a file extension: a dot and at most five characters. */
function isFile(codes: Uint8Array, start: number, end: number): boolean {
  for (let at = end - 1; at > start + 1 && end - at <= 6; at -= 1) {
    if (codes[at] === 0x2e) return true;
    if (codes[at] === 0x2f || codes[at] === 0x5c) return false;
  }
  return false;
}

/** Takes a line number of the file whose path stands from `start` up to `end`: `src/a.ts:12`. */
export type TakeRange = (line: number, start: number, end: number) => void;

/**
 * Passes on every fingerprint under which something in the first `length` bytes of a text may be looked up later; for a path also those of
 * its end, its name and its folders. Line numbers printed by compilers, tests and searches go to `takeRange`.
 */
export function shownKeys(
  codes: Uint8Array,
  length: number,
  base: Uint8Array,
  seed: Seed,
  take: (key: number) => void,
  takeRange?: TakeRange,
): void {
  scanTerms(codes, 0, length, (kind, start, end) => {
    if (takeRange !== undefined && (kind === 'path' || kind === 'file')) {
      const line = lineNumberBehind(codes, end, length);
      if (line > 0) takeRange(line, start, end);
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
