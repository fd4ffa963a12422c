import { type CharSet, charSet } from './charSet.ts';

/**
 * A short fixed text that every match of a rule contains. It has at least four characters; a class in brackets stands for one of them:
 * `gh[opsur]_`, `sk-[A-Za-z0-9]`. `anyCase` ignores the case of ASCII letters. A word of another script, such as `密码`, stands for itself
 * and may be shorter.
 */
export type Anchor = string | { readonly anyCase: string };

/** Returns the anchor as written. */
export function textOf(anchor: Anchor): string {
  return typeof anchor === 'string' ? anchor : anchor.anyCase;
}

/** How many bytes of an anchor, in UTF-8, the index compares. */
export const windowLength = 4;

/** What may stand at one position of an anchor: one of a set of ASCII characters, or this character of another script. */
export interface Position {
  /** Its number among all that are known. */
  readonly id: number;
  readonly allowed: CharSet | string;
}

/** The positions of anchors, equal ones once: there are thousands, and few different. */
export class KnownPositions {
  readonly all: Position[] = [];
  private readonly exact = new Map<string, Position>();
  private readonly anyCase = new Map<string, Position>();

  /** The position for the inside of a class, or for one ASCII character. */
  ofClass(spec: string, isAnyCase: boolean): Position {
    const known = isAnyCase ? this.anyCase : this.exact;
    return known.get(spec) ?? this.add(known, spec, isAnyCase ? withBothCases(charSet(spec)) : charSet(spec));
  }

  /** The position for a character beyond ASCII. */
  ofWide(char: string): Position {
    return this.exact.get(char) ?? this.add(this.exact, char, char);
  }

  private add(known: Map<string, Position>, spec: string, allowed: CharSet | string): Position {
    const position = { id: this.all.length, allowed };
    this.all.push(position);
    known.set(spec, position);
    return position;
  }
}

/**
 * Returns the positions of an anchor; `known` shares them between anchors. Throws a `RangeError` on an anchor that is too short, or has a
 * class that begins with `^`.
 */
export function parseAnchor(anchor: Anchor, known = new KnownPositions()): readonly Position[] {
  const pattern = textOf(anchor);
  const isAnyCase = typeof anchor !== 'string';
  const positions: Position[] = [];
  let size = 0;
  for (let at = 0; at < pattern.length; at++) {
    if (pattern.charCodeAt(at) > lastAscii) {
      const char = String.fromCodePoint(pattern.codePointAt(at) as number);
      positions.push(known.ofWide(char));
      size += sizeOf(char);
      at += char.length - 1;
      continue;
    }
    const close = pattern[at] === '[' ? pattern.indexOf(']', at + 2) : -1;
    if (close !== -1 && pattern[at + 1] === '^') {
      throw new RangeError(
        `Redaction: the anchor "${pattern}" has a class that begins with "^". Say which characters may stand there; for the sign itself, put it behind another.`,
      );
    }
    positions.push(known.ofClass(close === -1 ? pattern.charAt(at) : pattern.slice(at + 1, close), isAnyCase));
    size += 1;
    if (close !== -1) at = close;
  }
  if (size < windowLength) {
    throw new RangeError(
      `Redaction: the anchor "${pattern}" is too short, and would make the search slow. Give it ${windowLength} characters at least; the last may be a class.`,
    );
  }
  return positions;
}

const lastAscii = 0x7f;

/** Number of bytes, in UTF-8, of a character beyond ASCII. */
function sizeOf(char: string): number {
  return char.length > 1 ? 4 : char < '\u0800' ? 2 : 3;
}

function withBothCases(set: CharSet): CharSet {
  for (let lower = 97; lower <= 122; lower++) {
    const upper = lower - 32;
    const has = set[lower] === 1 || set[upper] === 1 ? 1 : 0;
    set[lower] = has;
    set[upper] = has;
  }
  return set;
}
