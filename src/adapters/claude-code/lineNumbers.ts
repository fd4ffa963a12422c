/** A text without the line numbers that `cat -n` puts before each line. */
export interface StrippedText {
  content: string;
  /** What stands after the last numbered line. */
  rest: string;
}

const ARROW = 0x2192;
const TAB = 0x09;
const SPACE = 0x20;

/** Removes line numbers; undefined if the first line has none. Linear. */
export function stripLineNumbers(text: string): StrippedText | undefined {
  const lines: string[] = [];
  let at = 0;
  while (at < text.length) {
    const start = afterNumber(text, at);
    if (start === undefined) break;
    const end = text.indexOf('\n', start);
    lines.push(text.slice(start, end === -1 ? text.length : end));
    at = end === -1 ? text.length : end + 1;
  }
  if (lines.length === 0) return undefined;
  return { content: lines.join('\n'), rest: text.slice(at).trim() };
}

/** Where the line itself begins: after spaces, a number and an arrow (or, in newer versions, a tab). */
function afterNumber(text: string, from: number): number | undefined {
  let at = from;
  while (text.charCodeAt(at) === SPACE) at += 1;
  const digits = at;
  while (isDigit(text.charCodeAt(at))) at += 1;
  const code = text.charCodeAt(at);
  return at > digits && (code === ARROW || code === TAB) ? at + 1 : undefined;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
