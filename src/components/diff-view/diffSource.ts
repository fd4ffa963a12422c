import { type FileChange, fromPatch } from '../../session/facts/fileChanges.ts';
import { type DiffLine, hunksOf, lineDiff } from '../../session/facts/lineDiff.ts';
import type { FilePatch } from '../../session/index.ts';
import { longestRising } from '../../session/internal.ts';
import { splitLines } from '../../session/text/lines.ts';

/** Minimum share of common lines; below it, a diff would only tear both texts apart. */
const fewest = 0.1;
/** Texts this short are always compared. */
const short = 200;

/** Whether two texts have enough lines in common to be compared. Takes linear time, because it only counts lines. */
export function areAlike(before: readonly string[], after: readonly string[]): boolean {
  const most = Math.max(before.length, after.length);
  if (most <= short || before.length === 0 || after.length === 0) return true;
  const counts = new Map<string, number>();
  for (const line of before) counts.set(line, (counts.get(line) ?? 0) + 1);
  let common = 0;
  for (const line of after) {
    const left = counts.get(line) ?? 0;
    if (left === 0 || line.trim() === '') continue;
    counts.set(line, left - 1);
    common += 1;
  }
  return common / Math.min(before.length, after.length) >= fewest;
}

/** Two versions of a text. */
export interface TextPair {
  readonly before: string;
  readonly after: string;
  /** What it is a text of. */
  readonly path?: string;
}

/** Source of a diff: a patch of the standard, what a call did to a file, or two versions of a text. */
export type DiffSource = FilePatch | FileChange | TextPair;

/** A change ready to be drawn. */
export interface DrawnChange extends FileChange {
  /** Hardly any line stayed: such a change is drawn as one text replaced by another, which is easier to read and far cheaper. */
  readonly rewritten: boolean;
}

function isPair(source: DiffSource): source is TextPair {
  return 'before' in source && 'after' in source;
}

function isPatch(source: FilePatch | FileChange): source is FilePatch {
  const hunk = source.hunks?.[0];
  return source.hunks === undefined || 'moved_to' in source || (hunk !== undefined && 'old_start' in hunk);
}

function fromTexts({ before, after, path = '' }: TextPair): DrawnChange {
  const [old, now] = [splitLines(before), splitLines(after)];
  const alike = areAlike(old, now);
  const lines = alike
    ? patienceDiff(old, now)
    : [...old.map((text) => ({ sign: '-' as const, text })), ...now.map((text) => ({ sign: '+' as const, text }))];
  return { path, change: 'modified', hunks: hunksOf(lines), rewritten: !alike };
}

/** Makes a change from any source. */
export function toChange(source: DiffSource): DrawnChange {
  if (isPair(source)) return fromTexts(source);
  return { ...(isPatch(source) ? fromPatch(source) : source), rewritten: false };
}

interface Anchor {
  readonly before: number;
  readonly after: number;
}

/** Lines that occur once in each text, in the order of the new one. */
function uniqueLines(before: readonly string[], after: readonly string[]): Anchor[] {
  const occurrences = new Map<string, { before: number; after: number }>();
  const repeated = -2;
  for (const [at, line] of before.entries())
    occurrences.set(line, { before: occurrences.has(line) ? repeated : at, after: -1 });
  for (const [at, line] of after.entries()) {
    const found = occurrences.get(line);
    if (found !== undefined) found.after = found.after === -1 ? at : repeated;
  }
  return [...occurrences.values()]
    .filter((each) => each.before >= 0 && each.after >= 0)
    .sort((one, other) => one.after - other.after);
}

/**
 * Compares two long texts: first matches lines that occur once in both, then compares the parts between them line by line. Takes n log n,
 * while comparing all lines would take n times the number of changes.
 */
export function patienceDiff(before: readonly string[], after: readonly string[]): DiffLine[] {
  const lines: DiffLine[] = [];
  let [old, now] = [0, 0];
  const unique = uniqueLines(before, after);
  const rising = longestRising(unique.map((anchor) => anchor.before)).map((at) => unique[at] as Anchor);
  for (const anchor of [...rising, { before: before.length, after: after.length }]) {
    if (anchor.before > old || anchor.after > now)
      for (const line of lineDiff(before.slice(old, anchor.before), after.slice(now, anchor.after))) lines.push(line);
    const text = after[anchor.after];
    if (text !== undefined && anchor.before < before.length) lines.push({ sign: ' ', text });
    [old, now] = [anchor.before + 1, anchor.after + 1];
  }
  return lines;
}
