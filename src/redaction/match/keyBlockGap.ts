import { backslashes, charSet, inSet, runEnd } from '../scan/charSet.ts';

/** What stands between two lines of a key. */
export interface Gap {
  readonly end: number;
  /** True where a line ends in it, or where the text goes on after an escape as if there were none. */
  readonly breaks: boolean;
}

const fillers = charSet(' \t\r"\'`,+.;>|#*');
const quotes = charSet('"\'`');
const joiners = charSet(',+.');
const longest = 400;

/**
 * Reads what separates two lines of a key. A log seldom shows them bare: breaks are escaped, once or more; lines are
 * quoted and joined as in source code, or marked by a diff; `/` may be written `\/`.
 */
export function readGap(text: string, from: number): Gap {
  let breaks = false;
  let wasQuoted = false;
  let at = from;
  const last = Math.min(text.length, from + longest);
  while (at < last) {
    const code = text.charCodeAt(at);
    const escaped = escapeEnd(text, at);
    if (escaped !== undefined) {
      breaks = true;
      at = escaped;
    } else if (code === 0x0a) {
      breaks = true;
      at++;
    } else if (inSet(fillers, code) || code === 0x5c || (code === dash && text.charCodeAt(at + 1) !== dash)) {
      if (inSet(quotes, code)) wasQuoted = true;
      if (wasQuoted && inSet(joiners, code)) breaks = true;
      at++;
    } else break;
  }
  return { end: at, breaks };
}

const dash = 0x2d;
const escapeSequence = /[nrt/]|u00[0-9a-fA-F]{2}/y;

function escapeEnd(text: string, at: number): number | undefined {
  const after = runEnd(text, at, backslashes, 16);
  if (after === at) return undefined;
  escapeSequence.lastIndex = after;
  return escapeSequence.test(text) ? escapeSequence.lastIndex : undefined;
}
