/** Where one value stands in the text: from `start` up to, not including, `end`. */
export interface Span {
  start: number;
  end: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Finds the JSON objects and arrays that stand side by side in a text, without parsing them. What lies after the last
 * whole one is `rest`; text between two that is not white space ends the search and belongs to the rest. Linear.
 */
export function splitGlued(text: string): { spans: Span[]; rest: Span | undefined } {
  const spans: Span[] = [];
  let depth = 0;
  let start = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) inString = false;
    } else if (code === 0x7b || code === 0x5b) {
      if (depth === 0) start = at;
      depth += 1;
    } else if (depth > 0) {
      if (code === QUOTE) inString = true;
      else if (code === 0x7d || code === 0x5d) {
        depth -= 1;
        if (depth === 0) spans.push({ start, end: at + 1 });
      }
    } else if (!isSpace(code)) {
      return { spans, rest: { start: at, end: text.length } };
    }
  }
  return { spans, rest: depth > 0 ? { start, end: text.length } : undefined };
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xfeff;
}
