/** What is shown of a long text: its first lines, how many are left out, its last lines. */
export interface Fold<Line> {
  readonly head: readonly Line[];
  readonly hidden: number;
  readonly tail: readonly Line[];
}

/** How a long text folds. */
export interface FoldRule {
  /** Lines that stay at the top. */
  readonly head: number;
  /** Lines that stay at the bottom. */
  readonly tail: number;
}

/** Folds lines to head and tail. A fold that would hide fewer than three lines is not made. */
export function foldLines<Line>(lines: readonly Line[], { head, tail }: FoldRule): Fold<Line> {
  const hidden = lines.length - head - tail;
  if (hidden < 3) return { head: lines, hidden: 0, tail: [] };
  return { head: lines.slice(0, head), hidden, tail: tail === 0 ? [] : lines.slice(-tail) };
}
