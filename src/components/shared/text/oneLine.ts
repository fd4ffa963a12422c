import { cutText } from './cutText.ts';
import { stripAnsi } from './stripAnsi.ts';

/** Longer than any row is wide; what lies behind it is in the detail. */
const longest = 400;

/** Puts a text on one line: escape sequences gone, line breaks and runs of blanks become one blank, long texts cut. */
export function oneLine(text: string, length = longest): string {
  // Cut before it is cleaned as well: a row never looks at a megabyte.
  const clean = stripAnsi(cutText(text, length * 8))
    .replace(/\s+/g, ' ')
    .trim();
  return clean.length > length || text.length > length * 8 ? `${cutText(clean, length)}…` : clean;
}
