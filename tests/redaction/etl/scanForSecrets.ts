import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A part of a planted secret found where none should be. */
export interface Leak {
  readonly where: string;
  /** The beginning of the secret. */
  readonly secret: string;
  readonly around: string;
}

/** Minimum length of a part of a secret that counts as a leak; a shorter secret counts as a whole. */
const pieceLength = 12;

/**
 * Searches texts for secrets, and for every dozen characters of one. Independent of the rules: it compares characters, as written and after
 * removing terminal codes and escapes.
 */
export function createScanner(secrets: readonly string[]): (where: string, text: string) => Leak[] {
  const pieces = new Map<number, Map<string, string>>();
  for (const secret of secrets) {
    for (const line of secret.split('\n').filter((each) => !each.startsWith('-----'))) {
      const length = Math.min(pieceLength, line.length);
      const ofLength = pieces.get(length) ?? new Map<string, string>();
      pieces.set(length, ofLength);
      for (let at = 0; at + length <= line.length; at++) {
        const piece = line.slice(at, at + length);
        if (!isPlainWords(piece)) ofLength.set(piece.toLowerCase(), secret);
      }
    }
  }
  const mayBegin = beginningsOf([...pieces.values()].flatMap((ofLength) => [...ofLength.keys()]));
  const search = (where: string, text: string): Leak[] => {
    const lower = text.toLowerCase();
    for (let at = 0; at < lower.length; at++) {
      if (mayBegin[beginningAt(lower, at)] === 0) continue;
      for (const [length, ofLength] of pieces) {
        const secret = ofLength.get(lower.slice(at, at + length));
        if (secret === undefined) continue;
        // Six digits of a secret occur in many hashes by chance.
        const isChance =
          length < pieceLength && /^[a-z\d]$/.test(lower[at - 1] ?? '') && /^[a-z\d]$/.test(lower[at + length] ?? '');
        if (!isChance)
          return [{ where, secret: secret.slice(0, 60), around: text.slice(Math.max(0, at - 80), at + 120) }];
      }
    }
    return [];
  };
  return (where, text) => {
    const plain = undress(text);
    const leaks = search(where, text);
    return leaks.length > 0 || plain === text ? leaks : search(`${where}, without escapes`, plain);
  };
}

const beginnings = 2 ** 20;

/** Marks the beginnings of pieces: almost no position of a text matches one, so the others need not be looked up. */
function beginningsOf(pieces: readonly string[]): Uint8Array {
  const marked = new Uint8Array(beginnings);
  for (const piece of pieces) {
    if (piece.length < 4) throw new Error(`Too short to be told from other text: ${piece}`);
    marked[beginningAt(piece, 0)] = 1;
  }
  return marked;
}

/** A number for the four characters at a position, the same everywhere. */
function beginningAt(text: string, at: number): number {
  const [a, b, c, d] = [text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2), text.charCodeAt(at + 3)];
  return (
    (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35) ^ Math.imul(d, 0x27d4eb2f)) >>> 12
  );
}

/** Fixed parts of tokens, such as `AGE-SECRET-KEY-`, are not secret: rules are named after them. */
function isPlainWords(piece: string): boolean {
  return /^(?:[a-z_$-]+|[A-Z_-]+)$/.test(piece);
}

/** Removes terminal codes and resolves escapes, in nested JSON too, as a person looking for the secret would. */
function undress(text: string): string {
  return (
    text
      .replace(/\\+u00([0-7][0-9a-fA-F])/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/\\+\//g, '/')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal codes are made of control characters.
      .replace(/\x1b\[[\d;]*m/g, '')
  );
}

/** Every file below a folder, by its path in it; contents as text. */
export function* readAll(folder: string): Generator<[string, string]> {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    yield [relative(folder, path), entry.isFile() ? readFileSync(path, 'utf8') : ''];
  }
}
