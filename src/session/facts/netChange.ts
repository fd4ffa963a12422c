import type { ChangeHunk, FileChange } from './fileChanges.ts';
import type { FileContent } from './fileContent.ts';
import type { FileState } from './fileStates.ts';
import { changedLines, type DiffLine, hunkRanges } from './lineDiff.ts';
import { slideChanges } from './slideChanges.ts';

/**
 * What the log shows of a file as it was before the session: all of it, that it did not exist, some of its lines, or not even whether it
 * existed.
 */
export type KnownBase = 'whole' | 'none' | 'partial' | 'unknown';

/** A hunk of a difference, as far as the log shows it. */
export interface NetHunk extends ChangeHunk {
  /** Next to it are changed lines with unknown text, so it cannot be applied. */
  readonly isTorn?: true;
  /** It reaches the end of the file. */
  readonly isLast?: true;
}

/** The net change of a file from before the session to a moment of it. */
export interface NetChange extends FileChange {
  readonly hunks: readonly NetHunk[];
  readonly base: KnownBase;
  /** Added and removed lines, including those with unknown text. */
  readonly added: number;
  readonly removed: number;
  /** Not all lines end alike, so the hunks, which do not show the ends of lines, cannot be applied. */
  readonly hasMixedBreaks?: true;
  /** The hunks alone do not produce the current file: some lines, or the positions of some changes, are unknown. */
  readonly isPartial: boolean;
  /** Differing lines with unknown text. */
  readonly unknownLines: number;
}

/** Options of {@link netChange}. */
export interface NetChangeOptions {
  /** Unchanged lines around a change; Infinity for the whole file. Default: 3. */
  readonly context?: number;
}

/** What the log shows of a file before the session. */
export function knownBase(content: FileContent): KnownBase {
  const { exists, open, lines } = content.base;
  if (exists === undefined) return 'unknown';
  if (!exists) return 'none';
  return open || lines.some((line) => content.lines[line]?.text === undefined) ? 'partial' : 'whole';
}

/** A line of a difference; its text is absent where the log does not show it. */
interface NetLine {
  readonly sign: Sign;
  readonly drawn: DiffLine | undefined;
}

/** A file by its names, with what is known of it before the session. */
interface NetFile {
  readonly path: string;
  readonly movedTo?: string | undefined;
  /** Given where it is known already: it takes a look at every line. */
  readonly known?: KnownBase;
}

/** The difference between a file before the session and after a call, as `git diff` would show it. */
export function netChange(
  content: FileContent,
  call: number,
  { path, movedTo, known = knownBase(content) }: NetFile,
  { context = 3 }: NetChangeOptions = {},
): NetChange {
  const { base } = content;
  const now = content.stateAt(call);
  const { signs, lineAt } = netSigns(content, base, now);
  const all = context === Number.POSITIVE_INFINITY;
  const ranges = all ? [{ oldStart: 1, newStart: 1, start: 0, end: signs.length }] : hunkRanges(signs, context);
  const hunks = ranges.map(({ oldStart, newStart, start, end }) => ({
    oldStart,
    newStart,
    lines: Array.from(lineAt.subarray(start, end), (line, at) => {
      const sign = signs[start + at] as Sign;
      return { sign, drawn: content.drawnLine(line, sign) };
    }),
  }));
  const ends = {
    old: base.open ? Number.POSITIVE_INFINITY : base.lines.length,
    now: now.open ? Number.POSITIVE_INFINITY : now.lines.length,
  };
  const loose = content.loose.flatMap(({ by, hunk }) => (by <= call ? [hunk] : []));
  const changed = hunks.flatMap(({ lines }) => lines.filter(({ sign }) => sign !== ' '));
  const unknownLines = changed.filter(({ drawn }) => drawn === undefined).length;
  const change = kindOfChange(known, now, movedTo !== undefined && movedTo !== path);
  return {
    ...namesOf(change, path, movedTo),
    change,
    hunks: [...hunks.flatMap((hunk) => knownParts(hunk, ends)), ...loose],
    ...(content.lineBreak === '\r\n' ? { lineBreak: content.lineBreak } : {}),
    ...(content.lineBreak === 'mixed' ? { hasMixedBreaks: true as const } : {}),
    base: known,
    added: changed.filter(({ sign }) => sign === '+').length,
    removed: changed.filter(({ sign }) => sign === '-').length,
    isPartial:
      content.lineBreak === 'mixed' ||
      known === 'partial' ||
      known === 'unknown' ||
      loose.length > 0 ||
      unknownLines > 0,
    unknownLines,
  };
}

function kindOfChange(base: KnownBase, { exists }: FileState, moved: boolean): FileChange['change'] {
  if (exists === false && base !== 'none') return 'deleted';
  if (base === 'none') return exists === false ? 'deleted' : 'added';
  if (moved) return 'renamed';
  return base === 'unknown' ? 'written' : 'modified';
}

/** The paths of a net change: a file that is gone was removed under its first name, a new one appeared under its last. */
function namesOf(
  change: NetChange['change'],
  path: string,
  movedTo: string | undefined,
): Pick<NetChange, 'path' | 'movedTo'> {
  if (movedTo === undefined || movedTo === path || change === 'deleted') return { path };
  return change === 'added' ? { path: movedTo } : { path, movedTo };
}

type Sign = DiffLine['sign'];

/** A difference without its texts: a character for each line, and its position in the lines of the content, or -1. */
interface NetSigns {
  readonly signs: string;
  readonly lineAt: Int32Array;
}

function netSigns(content: FileContent, base: FileState, now: FileState): NetSigns {
  const [before, after] = [content.numbersOf(base.lines), content.numbersOf(now.lines)];
  const { removed, added } = changedLines(before, after);
  slideChanges(before, after, { removed, added }, (number) => content.textOf(number));
  const lineAt = new Int32Array(before.length + after.length);
  let [signs, count, kept] = ['', 0, 0];
  const push = (sign: Sign, line: number | undefined): void => {
    signs += ' '.repeat(kept) + sign;
    kept = 0;
    lineAt[count++] = line ?? -1;
  };
  for (let [x, y] = [0, 0]; x < before.length || y < after.length; ) {
    if (removed[x] === 1) push('-', base.lines[x++]);
    else if (added[y] === 1) push('+', now.lines[y++]);
    else {
      lineAt[count++] = now.lines[y] ?? -1;
      kept += 1;
      x += 1;
      y += 1;
    }
  }
  return { signs: signs + ' '.repeat(kept), lineAt: lineAt.subarray(0, count) };
}

/** Splits a hunk at lines with unknown text; each part gets the position that patches give it. */
function knownParts(
  { oldStart, newStart, lines }: { oldStart: number; newStart: number; lines: readonly NetLine[] },
  ends: { old: number; now: number },
): NetHunk[] {
  const parts: NetHunk[] = [];
  let [old, now] = [oldStart, newStart];
  let wasTorn = false;
  for (let at = 0; at < lines.length; ) {
    let end = at;
    while (lines[end]?.drawn !== undefined) end += 1;
    const drawn = lines.slice(at, end).map((line) => line.drawn as DiffLine);
    const [removed, added] = [countWithout(drawn, '+'), countWithout(drawn, '-')];
    const tears = end < lines.length && lines[end]?.sign !== ' ';
    if (drawn.length > 0) {
      parts.push({
        oldStart: removed === 0 ? old - 1 : old,
        newStart: added === 0 ? now - 1 : now,
        lines: drawn,
        ...(wasTorn || tears ? { isTorn: true as const } : {}),
        ...(old + removed > ends.old && now + added > ends.now ? { isLast: true as const } : {}),
      });
    }
    const edge = lines.slice(end, end + 1);
    old += removed + countWithout(edge, '+');
    now += added + countWithout(edge, '-');
    wasTorn = tears;
    at = end + 1;
  }
  return parts;
}

function countWithout(lines: readonly Pick<DiffLine, 'sign'>[], sign: '+' | '-'): number {
  return lines.reduce((count, line) => (line.sign === sign ? count : count + 1), 0);
}
