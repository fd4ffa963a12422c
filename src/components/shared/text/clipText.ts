import { splitLines } from './splitLines.ts';

/** A message longer than this many lines is clipped … */
const mostLines = 48;
/** … to this many. */
const clippedTo = 32;

/** The start of a text and how many lines it leaves out; none where the text is short enough. */
export function clipText(text: string): { readonly text: string; readonly hidden: number } {
  const lines = splitLines(text);
  if (lines.length <= mostLines) return { text, hidden: 0 };
  return { text: lines.slice(0, clippedTo).join('\n'), hidden: lines.length - clippedTo };
}
