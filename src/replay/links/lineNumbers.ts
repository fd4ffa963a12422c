/** Takes the number of a line of the file that was searched. */
export type TakeLineNumber = (line: number) => void;

/** Walks once through the first `length` bytes of what a search in one file printed: `12:` or `12-` starts a line of it. */
export function scanLineNumbers(codes: Uint8Array, length: number, take: TakeLineNumber): void {
  let at = 0;
  while (at < length) {
    const { value, end } = numberAt(codes, at, length);
    if (value > 0 && (codes[end] === 0x3a || codes[end] === 0x2d)) take(value);
    at = end;
    while (at < length && codes[at] !== 0x0a) at += 1;
    at += 1;
  }
}

/** The number that stands behind the colon at `at`, as in `src/a.ts:12`; 0 where none does. */
export function lineNumberBehind(codes: Uint8Array, at: number, length: number): number {
  return codes[at] === 0x3a ? numberAt(codes, at + 1, length).value : 0;
}

/** More digits than this are no line number. */
const mostDigits = 7;

function numberAt(codes: Uint8Array, start: number, length: number): { value: number; end: number } {
  let value = 0;
  let end = start;
  for (; end < length; end += 1) {
    const code = codes[end] as number;
    if (code < 0x30 || code > 0x39) break;
    value = end - start < mostDigits ? value * 10 + code - 0x30 : 0;
  }
  return { value: end - start > mostDigits ? 0 : value, end };
}
