import { covering, type Masking } from './masking.ts';

/** A line of a text: as it is, or of a difference. */
type Line = string | { readonly text: string };

/** Masks the lines of one text. Returns the same list if there is no secret. */
export type LineMask = <Of extends Line>(masking: Masking, lines: readonly Of[]) => readonly Of[];

/** A list of fewer lines is masked as a whole. */
const longList = 500;

/** Characters that a line may be from another with which it is a secret: those of the longest key's block that the rules know. */
const reach = 32_768;

/** The long list that was masked last. */
interface Last {
  readonly masking: Masking;
  readonly lines: readonly Line[];
  readonly masked: readonly Line[];
}

/**
 * Creates a mask for texts that follow each other, such as a long file at each step of a scrub: where nothing near the lines that changed
 * is or was a secret, all other lines stay as they were masked in the text before.
 */
export function createLineMask(): LineMask {
  let last: Last | undefined;
  return (masking, lines) => {
    // What covers decides for a list as a whole.
    if (lines.length < longList || masking === covering) return masking.mask(lines);
    const known = last?.masking === masking ? maskedLike(lines, last) : undefined;
    const masked = known ?? masking.mask(lines);
    last = { masking, lines, masked };
    return masked as typeof lines;
  };
}

/** Masks lines by those that were masked before; undefined where a secret is near what changed. */
function maskedLike(lines: readonly Line[], { masking, lines: before, masked }: Last): readonly Line[] | undefined {
  const [start, end] = sameEnds(lines, before);
  const from = lineAbove(lines, start);
  const to = lineBelow(lines, lines.length - end);
  const after = before.length - (lines.length - to);
  for (let at = from; at < after; at += 1) if (masked[at] !== before[at]) return undefined;
  const near = lines.slice(from, to);
  if (masking.mask(near) !== near) return undefined;
  return masked === before ? lines : [...masked.slice(0, from), ...near, ...masked.slice(after)];
}

/** How many lines two lists have in common at the start, and how many of the others at the end. */
function sameEnds(one: readonly Line[], other: readonly Line[]): [start: number, end: number] {
  const most = Math.min(one.length, other.length);
  let [start, end] = [0, 0];
  while (start < most && one[start] === other[start]) start += 1;
  while (end < most - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  return [start, end];
}

const lengthOf = (line: Line | undefined): number => (typeof line === 'object' ? line.text : (line ?? '')).length + 1;

/** The first line that is within reach above a line. */
function lineAbove(lines: readonly Line[], from: number): number {
  let at = from;
  for (let room = reach; at > 0 && room > 0; at -= 1) room -= lengthOf(lines[at - 1]);
  return at;
}

/** The end of the lines that are within reach below a line. */
function lineBelow(lines: readonly Line[], from: number): number {
  let at = from;
  for (let room = reach; at < lines.length && room > 0; at += 1) room -= lengthOf(lines[at]);
  return at;
}
