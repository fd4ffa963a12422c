import { countLines } from './countLines.ts';

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

/** So many lines are seen of a folded text; the style sheet has it too. */
export const seenLines = 3;
/** A text of few lines that is longer than this, in characters, takes more than three when it is drawn. */
const seenCharacters = 160;

/** Whether a text takes more than three lines, so that folding it hides something. */
export function foldsToLines(text: string): boolean {
  return text.length > seenCharacters || countLines(text.trim()) > seenLines;
}
