/** One line of a difference. */
export interface DiffLine {
  readonly sign: ' ' | '+' | '-';
  readonly text: string;
  /** The last line of its text, without a line break after it. */
  readonly noBreak?: true;
}

/** The marker in a patch for a line without a line break. */
export const noBreakMark = '\\ No newline at end of file';

/** The lines of two texts that have no counterpart in the other: 1 for each that was removed or added. */
export interface ChangedLines {
  readonly removed: Uint8Array;
  readonly added: Uint8Array;
}

/** Maximum number of changes; two texts with more read better as one replaced by the other. */
const mostEdits = 400;
/**
 * Maximum number of edits searched in one box. A larger box is split where the search got furthest, so the result may not be the shortest.
 */
const mostSearched = 1024;

/** Two texts, and the working memory of the search. */
interface Search {
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** How far each diagonal reaches, from the start and from the end. */
  readonly forward: Int32Array;
  readonly backward: Int32Array;
  readonly middle: number;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly endX: number;
  readonly endY: number;
}

/**
 * The shortest list of edits between two texts, given as numbers that are equal where lines are equal: Myers' algorithm in linear space.
 * Lines that occur in one text only are set apart first.
 */
export function changedLines(before: Int32Array, after: Int32Array): ChangedLines {
  const removed = new Uint8Array(before.length);
  const added = new Uint8Array(after.length);
  const old = shared(before, after, removed);
  const now = shared(after, before, added);
  const reach = old.lines.length + now.lines.length + 3;
  const search: Search = {
    before: old.lines,
    after: now.lines,
    forward: new Int32Array(2 * reach),
    backward: new Int32Array(2 * reach),
    middle: reach,
  };
  const boxes: Box[] = [{ x: 0, y: 0, endX: old.lines.length, endY: now.lines.length }];
  for (let box = boxes.pop(); box !== undefined; box = boxes.pop()) {
    const { x, y, endX, endY } = withoutEqualEnds(search, box);
    if (x === endX) for (let at = y; at < endY; at += 1) added[now.positions[at] as number] = 1;
    else if (y === endY) for (let at = x; at < endX; at += 1) removed[old.positions[at] as number] = 1;
    else {
      const [splitX, splitY] = splitBox(search, { x, y, endX, endY });
      boxes.push({ x: splitX, y: splitY, endX, endY }, { x, y, endX: splitX, endY: splitY });
    }
  }
  return { removed, added };
}

/** The lines of a text that the other text has too, and their positions; the others are marked as changed. */
function shared(
  lines: Int32Array,
  other: Int32Array,
  changed: Uint8Array,
): { lines: Int32Array; positions: Int32Array } {
  const { known, least } = membership(other);
  const kept = new Int32Array(lines.length);
  const positions = new Int32Array(lines.length);
  let count = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as number;
    if (line >= least && known[line - least] === 1) {
      kept[count] = line;
      positions[count] = at;
      count += 1;
    } else changed[at] = 1;
  }
  return { lines: kept.subarray(0, count), positions: positions.subarray(0, count) };
}

/** Which numbers are among others, from the least on: numbers of lines lie close together. */
function membership(numbers: Int32Array): { known: Uint8Array; least: number } {
  let [least, most] = [0, 0];
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] as number;
    if (number < least) least = number;
    if (number > most) most = number;
  }
  const known = new Uint8Array(most - least + 1);
  for (let at = 0; at < numbers.length; at += 1) known[(numbers[at] as number) - least] = 1;
  return { known, least };
}

function withoutEqualEnds({ before, after }: Search, box: Box): Box {
  let { x, y, endX, endY } = box;
  while (x < endX && y < endY && before[x] === after[y]) {
    x += 1;
    y += 1;
  }
  while (x < endX && y < endY && before[endX - 1] === after[endY - 1]) {
    endX -= 1;
    endY -= 1;
  }
  return { x, y, endX, endY };
}

/** A point on the shortest path through a box, where the searches from both ends meet. */
function splitBox({ before, after, forward, backward, middle }: Search, { x, y, endX, endY }: Box): [number, number] {
  const [least, most] = [x - endY, endX - y];
  const [start, end] = [x - y, endX - endY];
  const isOdd = ((start - end) & 1) !== 0;
  let [firstF, lastF, firstB, lastB] = [start, start, end, end];
  forward[middle + start] = x;
  backward[middle + end] = endX;
  for (let edits = 1; ; edits += 1) {
    if (firstF > least) forward[middle + --firstF - 1] = -1;
    else firstF += 1;
    if (lastF < most) forward[middle + ++lastF + 1] = -1;
    else lastF -= 1;
    for (let k = lastF; k >= firstF; k -= 2) {
      const [left, right] = [forward[middle + k - 1] as number, forward[middle + k + 1] as number];
      let at = left >= right ? left + 1 : right;
      while (at < endX && at - k < endY && before[at] === after[at - k]) at += 1;
      forward[middle + k] = at;
      if (isOdd && k >= firstB && k <= lastB && (backward[middle + k] as number) <= at) return [at, at - k];
    }
    if (firstB > least) backward[middle + --firstB - 1] = 0x7fffffff;
    else firstB += 1;
    if (lastB < most) backward[middle + ++lastB + 1] = 0x7fffffff;
    else lastB -= 1;
    for (let k = lastB; k >= firstB; k -= 2) {
      const [left, right] = [backward[middle + k - 1] as number, backward[middle + k + 1] as number];
      let at = left < right ? left : right - 1;
      while (at > x && at - k > y && before[at - 1] === after[at - k - 1]) at -= 1;
      backward[middle + k] = at;
      if (!isOdd && k >= firstF && k <= lastF && at <= (forward[middle + k] as number)) return [at, at - k];
    }
    if (edits < mostSearched) continue;
    return furthest(forward, middle, { firstF, lastF }, { x, y, endX, endY });
  }
}

/** The point that a search from the start reached furthest inside its box. */
function furthest(
  forward: Int32Array,
  middle: number,
  { firstF, lastF }: { firstF: number; lastF: number },
  { x, y, endX, endY }: Box,
): [number, number] {
  let best: [number, number] = [x, y];
  for (let k = firstF; k <= lastF; k += 2) {
    const at = Math.min(forward[middle + k] as number, endX);
    const other = at - k;
    if (other >= y && other <= endY && at + other > best[0] + best[1]) best = [at, other];
  }
  return best;
}

/** Numbers for lines, equal where the lines are equal: use one numbering for all texts that are compared. */
export function numberLines(lines: readonly string[], known: Map<string, number>): Int32Array {
  return Int32Array.from(lines, (line) => {
    const number = known.get(line) ?? known.size;
    if (number === known.size) known.set(line, number);
    return number;
  });
}

/** Numbers of the lines of a file through all its states, and the text behind each number. */
export interface NumberedLines {
  readonly numbers: Int32Array;
  readonly texts: readonly string[];
}

/** Like {@link numberLines}, for lines of which some have no known text, and so equal only themselves: their numbers are negative. */
export function numberFileLines(
  lines: readonly { readonly text: string | undefined; readonly noBreak: boolean }[],
): NumberedLines {
  const known = new Map<string, number>();
  const texts: string[] = [];
  const numbers = Int32Array.from(lines, ({ text, noBreak }, at) => {
    if (text === undefined) return -1 - at;
    const [number = -1] = numberLines([noBreak ? `${text}\n${noBreakMark}` : text], known);
    texts[number] = text;
    return number;
  });
  return { numbers, texts };
}

/** The shortest list of removed, added and kept lines that turns one text into another; see {@link mostEdits}. */
export function lineDiff(before: readonly string[], after: readonly string[]): DiffLine[] {
  const known = new Map<string, number>();
  const { removed, added } = changedLines(numberLines(before, known), numberLines(after, known));
  const lines: DiffLine[] = [];
  let edits = 0;
  for (let [x, y] = [0, 0]; x < before.length || y < after.length; ) {
    if (removed[x] === 1) {
      lines.push({ sign: '-', text: before[x] as string });
      x += 1;
      edits += 1;
    } else if (added[y] === 1) {
      lines.push({ sign: '+', text: after[y] as string });
      y += 1;
      edits += 1;
    } else {
      lines.push({ sign: ' ', text: after[y] as string });
      x += 1;
      y += 1;
    }
  }
  return edits <= mostEdits ? lines : replaced(before, after);
}

/** One text replaced by the other, except for the lines with which both begin and end. */
function replaced(before: readonly string[], after: readonly string[]): DiffLine[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const signed = (sign: DiffLine['sign'], lines: readonly string[]): DiffLine[] =>
    lines.map((text) => ({ sign, text }));
  return [
    ...signed(' ', before.slice(0, head)),
    ...signed('-', before.slice(head, before.length - tail)),
    ...signed('+', after.slice(head, after.length - tail)),
    ...signed(' ', before.slice(before.length - tail)),
  ];
}

/** Lines of context around a change. */
const around = 3;

/** Consecutive lines of a difference, and their position in either text, from 1. */
export interface LineHunk<Line extends DiffLine = DiffLine> {
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly Line[];
}

/** Where a hunk lies in a difference: its lines from 0, `end` excluded; and its position in either text, from 1. */
export interface HunkRange {
  readonly oldStart: number;
  readonly newStart: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Cuts a difference into hunks: neighbouring changes with the lines around them, and their positions.
 *
 * @param signs one character for each line.
 * @param context lines of context around a change. Default: 3.
 */
export function hunkRanges(signs: string, context = around): HunkRange[] {
  const ranges: HunkRange[] = [];
  const changes = Array.from(signs.matchAll(/[+-]+/g), ({ 0: run, index }) => ({
    from: index,
    to: index + run.length,
  }));
  let [old, now, counted] = [1, 1, 0];
  for (let at = 0; at < changes.length; ) {
    const start = Math.max(0, (changes[at]?.from ?? 0) - context);
    let to = changes[at]?.to ?? 0;
    for (at += 1; (changes[at]?.from ?? Number.POSITIVE_INFINITY) - to <= 2 * context; at += 1)
      to = changes[at]?.to ?? to;
    for (; counted < start; counted += 1) {
      if (signs[counted] !== '+') old += 1;
      if (signs[counted] !== '-') now += 1;
    }
    ranges.push({ oldStart: old, newStart: now, start, end: Math.min(signs.length, to + context) });
  }
  return ranges;
}

/** The hunks of a difference, with their lines; see {@link hunkRanges}. */
export function hunksOf<Line extends DiffLine>(lines: readonly Line[], context = around): LineHunk<Line>[] {
  return hunkRanges(lines.map(({ sign }) => sign).join(''), context).map(({ oldStart, newStart, start, end }) => ({
    oldStart,
    newStart,
    lines: lines.slice(start, end),
  }));
}
