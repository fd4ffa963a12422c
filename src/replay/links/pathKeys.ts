import { fingerprint, type Seed } from './fingerprint.ts';

/** The fingerprints under which a path is known. 0 stands for one that it does not have. */
export interface PathKeys {
  /** All of it, as seen from the folder of the session; 0 where it has two parts only. */
  readonly whole: number;
  /** Its last two parts. */
  readonly tail: number;
  readonly name: number;
  /** The folder that it lies in, and the last two parts of that. */
  readonly folder: number;
  readonly folderTail: number;
  /** Itself as a folder, comparable with the folders of other paths. */
  readonly self: number;
  readonly selfTail: number;
}

const DOT = 0x2e;

/** Salts that keep a name apart from a path, and a folder from a file. */
const nameSalt = 0x11;
const folderSalt = 0x22;

/** The key of a file's name alone. */
export function fileNameKey(codes: Uint8Array, start: number, end: number, seed: Seed): number {
  return fingerprint(codes, start, end, seed ^ nameSalt);
}

/** The keys of the path from `start` up to `end`, as seen from the folder `base`. Linear in its length. */
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

/** Where the part that ends at `end` begins. */
function partBefore(codes: Uint8Array, from: number, end: number): number {
  let at = end;
  while (at > from && !isSlash(codes, at - 1)) at -= 1;
  return Math.max(at, from);
}

function isSlash(codes: Uint8Array, at: number): boolean {
  const code = codes[at];
  return code === 0x2f || code === 0x5c;
}
