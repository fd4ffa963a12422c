import { cellWidth } from './screen/cellWidth.ts';
import type { TerminalLine } from './screen/textStyle.ts';

/** Where lines stand when they are wrapped: rows of one height each, so that any of them can be gone to at once. */
export interface RowLayout {
  readonly rowCount: number;
  /** The line of a row, and which of its rows this is; both 0-based. */
  readonly lineAt: (row: number) => { readonly line: number; readonly part: number };
  /** The row of a line that holds a code unit of it. */
  readonly rowOf: (line: number, at: number) => number;
  /** Where the rows of a line begin, in code units; the last entry is its end. */
  readonly cutsOf: (line: number) => readonly number[];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them
const narrow = /^[\u0000-\u0008\u000a-\u007f]*$/;
const tabStop = 8;

/** Cuts a text wherever it reaches the right edge. Characters are never cut, and a tab goes on to its stop. */
export function wrapCuts(text: string, columns: number): number[] {
  const cuts = [0];
  if (narrow.test(text)) {
    for (let at = columns; at < text.length; at += columns) cuts.push(at);
    return [...cuts, text.length];
  }
  let column = 0;
  let at = 0;
  for (const character of text) {
    const width = character === '\t' ? tabStop - (column % tabStop) : cellWidth(character);
    if (column + width > columns && column > 0) {
      cuts.push(at);
      column = 0;
    }
    column += width;
    at += character.length;
  }
  return [...cuts, text.length];
}

function lastNotAbove(ends: Float64Array | readonly number[], value: number): number {
  let low = 0;
  let high = ends.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((ends[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Lays lines out in rows of so many columns; with `Infinity`, every line is one row. */
export function layoutRows(lines: readonly TerminalLine[], columns: number): RowLayout {
  const cuts = new Map<number, readonly number[]>();
  const cutsOf = (line: number): readonly number[] => {
    const known = cuts.get(line);
    if (known !== undefined) return known;
    const made = wrapCuts(lines[line]?.text ?? '', columns);
    cuts.set(line, made);
    return made;
  };
  const starts = new Float64Array(lines.length + 1);
  for (const [at, { text }] of lines.entries()) {
    // Every character takes at most two columns, so a text this short needs no counting.
    const one = (text.length * 2 <= columns && !text.includes('\t')) || (text.length <= columns && narrow.test(text));
    starts[at + 1] = (starts[at] ?? 0) + (one ? 1 : Math.max(1, cutsOf(at).length - 1));
  }
  return {
    rowCount: starts[lines.length] ?? 0,
    lineAt: (row) => {
      const line = Math.min(lastNotAbove(starts, row), Math.max(0, lines.length - 1));
      return { line, part: row - (starts[line] ?? 0) };
    },
    rowOf: (line, at) => {
      const own = cutsOf(line);
      return (starts[line] ?? 0) + Math.min(lastNotAbove(own, at), Math.max(0, own.length - 2));
    },
    cutsOf,
  };
}
