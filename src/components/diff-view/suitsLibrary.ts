import { textParts } from '../shared/text/textParts.ts';
import type { DrawnChange } from './diffSource.ts';

/** Rows that the viewer draws faster than a reader notices. */
const mostRows = 400;
/** Each hunk is a viewer of its own. */
const mostHunks = 12;
/** Longer lines are not compared by words. */
const longestLine = 500;

/**
 * Whether a change is given to the library, which compares words: not where it would take long, not a text that was
 * rewritten or only added, and not what holds masks or characters that hide or reorder others: it would draw those as they are.
 */
export function suitsLibrary({ hunks, rewritten }: DrawnChange): boolean {
  if (rewritten || hunks.length === 0 || hunks.length > mostHunks) return false;
  const lines = hunks.flatMap((hunk) => hunk.lines);
  if (lines.length > mostRows || lines.some(({ text }) => text.length > longestLine)) return false;
  if (!lines.some(({ sign }) => sign === '-') || !lines.some(({ sign }) => sign === '+')) return false;
  return textParts(lines.map(({ text }) => text).join('\n')).every(({ kind }) => kind === 'text');
}
