import type { ChangedLines } from './lineDiff.ts';

/** One of two compared texts: its lines as numbers, which of them changed, and the text of a line. */
interface Side {
  readonly lines: Int32Array;
  readonly changed: Uint8Array;
  readonly textAt: (at: number) => string;
}

/**
 * Moves changes to where a reader expects them. A block added between two equal lines can equally well begin or end with one of them; of
 * all equivalent positions, takes the one that `git diff` takes. A change next to a change of the other text stays next to it; otherwise
 * the indentation at both ends of the block decides.
 */
export function slideChanges(
  before: Int32Array,
  after: Int32Array,
  { removed, added }: ChangedLines,
  textOf: (line: number) => string,
): void {
  const textIn = (lines: Int32Array) => (at: number) => textOf(lines[at] as number);
  slideSide({ lines: before, changed: removed, textAt: textIn(before) }, added);
  slideSide({ lines: after, changed: added, textAt: textIn(after) }, removed);
}

/** Number of changed lines before each unchanged line of a text, and after the last. */
function changesInGaps(changed: Uint8Array): number[] {
  const gaps = [0];
  for (const each of changed) {
    if (each === 1) gaps[gaps.length - 1] = (gaps.at(-1) ?? 0) + 1;
    else gaps.push(0);
  }
  return gaps;
}

/** A run of changed lines, up to `end`, preceded by a number of unchanged lines. */
interface Group {
  start: number;
  end: number;
  gap: number;
}

function slideSide(side: Side, other: Uint8Array): void {
  const { changed } = side;
  const gaps = changesInGaps(other);
  let gap = 0;
  for (let at = 0; at < changed.length; at += 1) {
    if (changed[at] !== 1) {
      gap += 1;
      continue;
    }
    const group: Group = { start: at, end: at, gap };
    while (changed[group.end] === 1) group.end += 1;
    slideGroup(side, group, gaps);
    at = group.end - 1;
    gap = group.gap;
  }
}

/** Moves a group down one line, merging it with a group that it then touches; returns false at the end. */
function moveDown({ lines, changed }: Side, group: Group): boolean {
  if (group.end >= lines.length || lines[group.start] !== lines[group.end]) return false;
  changed[group.start] = 0;
  changed[group.end] = 1;
  group.start += 1;
  group.end += 1;
  group.gap += 1;
  while (changed[group.end] === 1) group.end += 1;
  return true;
}

function moveUp({ lines, changed }: Side, group: Group): boolean {
  if (group.start === 0 || lines[group.start - 1] !== lines[group.end - 1]) return false;
  group.start -= 1;
  group.end -= 1;
  group.gap -= 1;
  changed[group.start] = 1;
  changed[group.end] = 0;
  while (changed[group.start - 1] === 1) group.start -= 1;
  return true;
}

function slideGroup(side: Side, group: Group, gaps: readonly number[]): void {
  let size: number;
  let earliest: number;
  let beside: number | undefined;
  do {
    size = group.end - group.start;
    while (moveUp(side, group));
    earliest = group.end;
    beside = (gaps[group.gap] ?? 0) > 0 ? group.end : undefined;
    while (moveDown(side, group)) if ((gaps[group.gap] ?? 0) > 0) beside = group.end;
  } while (size !== group.end - group.start);
  const wanted = beside ?? (earliest === group.end ? group.end : bestEnd(side, earliest, group));
  while (group.end > wanted && moveUp(side, group));
}

/** Maximum distance that groups are moved in search of a better position. */
const farthest = 100;
const mostIndent = 200;
const mostBlank = 20;

/** Of all positions where a group can end, the last of those where both its ends split the text least. */
function bestEnd({ textAt, lines }: Side, earliest: number, { start, end }: Group): number {
  const size = end - start;
  let best: { readonly at: number; readonly score: Score } | undefined;
  for (let at = Math.max(earliest, end - size - 1, end - farthest); at <= end; at += 1) {
    const [last, first] = [scoreOfCut(textAt, lines.length, at), scoreOfCut(textAt, lines.length, at - size)];
    const score = { indent: last.indent + first.indent, penalty: last.penalty + first.penalty };
    if (best === undefined || isBetter(score, best.score)) best = { at, score };
  }
  return best?.at ?? end;
}

interface Score {
  readonly indent: number;
  readonly penalty: number;
}

/** Weight of a step in the indentation relative to the smaller traits of a split. */
const indentWeight = 60;

function isBetter(score: Score, than: Score): boolean {
  return indentWeight * Math.sign(score.indent - than.indent) + (score.penalty - than.penalty) <= 0;
}

/** Width of the indentation of a line; -1 for a blank line. */
function indentOf(text: string): number {
  let indent = 0;
  for (let at = 0; at < text.length && indent < mostIndent; at += 1) {
    const char = text[at];
    if (char === ' ') indent += 1;
    else if (char === '\t') indent += 8 - (indent % 8);
    else if (char !== '\r' && char !== '\v' && char !== '\f') return indent;
  }
  return indent < mostIndent ? -1 : mostIndent;
}

/** The nearest line from a given one on that is not blank, and the number of blank lines before it. */
function nearest(
  textAt: (at: number) => string,
  count: number,
  from: number,
  by: 1 | -1,
): { indent: number; blank: number } {
  for (let [at, blank] = [from, 0]; at >= 0 && at < count; [at, blank] = [at + by, blank + 1]) {
    const indent = indentOf(textAt(at));
    if (indent !== -1) return { indent, blank };
    if (blank >= mostBlank) return { indent: 0, blank };
  }
  return { indent: -1, blank: by === 1 ? Math.max(0, count - from) : from + 1 };
}

/**
 * How badly a split before a line tears the text apart: worse the deeper the line is indented. The weights of the other traits are those of
 * `git diff`, which were fitted to splits that people chose.
 */
function scoreOfCut(textAt: (at: number) => string, count: number, at: number): Score {
  const own = at < count ? indentOf(textAt(at)) : -1;
  const before = nearest(textAt, count, at - 1, -1);
  const after = nearest(textAt, count, at + 1, 1);
  const blankAfter = own === -1 ? 1 + (at < count ? after.blank : 0) : 0;
  const blanks = before.blank + blankAfter;
  const indent = own === -1 ? (at < count ? after.indent : -1) : own;
  let penalty = -30 * blanks + 6 * blankAfter;
  if (before.indent === -1 && before.blank === 0) penalty += 1;
  if (at >= count) penalty += 21;
  if (indent !== -1 && before.indent !== -1) {
    if (indent > before.indent) penalty += blanks > 0 ? 10 : -4;
    else if (indent < before.indent) {
      const rises = after.indent > indent;
      penalty += blanks > 0 ? 17 : rises ? 24 : 23;
    }
  }
  return { indent, penalty };
}
