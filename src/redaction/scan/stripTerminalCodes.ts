/** A text without its terminal codes, and the way back to the places of the original. */
export interface PlainView {
  readonly text: string;
  /** Gives the place in the original of a character of `text`. */
  readonly placeOf: (index: number) => number;
}

/** Anchors that tell that a text may hold terminal codes which are themselves escaped, as in JSON or in source code. */
export const escapedTerminalCodes = ['u001[bB][[]', 'x1[bB][[]', '033['] as const;

// CSI and OSC sequences, then the two-character ones. All quantifiers are over disjoint sets, so a failed match is linear;
// an unfinished OSC ends where the next code begins.
const terminalCode =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal codes are made of control characters.
  /(?:\x1b|\\u001[bB]|\\x1[bB]|\\033)(?:\[[0-9;:?]{0,64}[ -/]{0,8}[@-~]|\][^\x07\x1b\\]*(?:\x07|\x1b\\)?|[()][0-9A-Z]|[=>78MNc])/g;

/** Removes terminal codes (colours, links, cursor moves), also escaped ones; `undefined` where there are none. */
export function stripTerminalCodes(text: string): PlainView | undefined {
  const kept: string[] = [];
  const plainStarts: number[] = [];
  const sourceStarts: number[] = [];
  let from = 0;
  let length = 0;
  const keep = (to: number) => {
    if (to <= from) return;
    kept.push(text.slice(from, to));
    plainStarts.push(length);
    sourceStarts.push(from);
    length += to - from;
  };
  for (const { index, 0: code } of text.matchAll(terminalCode)) {
    let start = index;
    // A text that was escaped more than once has more backslashes before the code.
    while (code.charCodeAt(0) === 0x5c && start > from && text.charCodeAt(start - 1) === 0x5c) start--;
    keep(start);
    from = index + code.length;
  }
  if (from === 0) return undefined;
  keep(text.length);
  return {
    text: kept.join(''),
    placeOf: (index) => {
      const piece = lastAtOrBefore(plainStarts, index);
      return (sourceStarts[piece] ?? 0) + index - (plainStarts[piece] ?? 0);
    },
  };
}

function lastAtOrBefore(starts: readonly number[], value: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
