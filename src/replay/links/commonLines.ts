import { scanLines } from '../../session/links/scanLines.ts';
import { fingerprint, TextCodes } from '../../session/links/textCodes.ts';

/** Lines that two calls have in common. */
export interface CommonLines {
  readonly count: number;
  /** The first of them in the input, without indentation; undefined where there is none. */
  readonly first: string | undefined;
}

/** Finds the telling lines of an input that also stand in an output. */
export function commonLines(output: readonly string[], input: readonly string[]): CommonLines {
  const text = new TextCodes();
  const shown = new Set<number>();
  eachLine(text, output, (key) => shown.add(key));
  let count = 0;
  let first: string | undefined;
  eachLine(text, input, (key, start, end) => {
    if (!shown.delete(key)) return;
    count += 1;
    first ??= new TextDecoder().decode(text.codes.subarray(start, end));
  });
  return { count, first };
}

function eachLine(
  text: TextCodes,
  texts: readonly string[],
  take: (key: number, start: number, end: number) => void,
): void {
  for (const each of texts) {
    scanLines(text.codes, text.load(each), (_, __, start, end) => {
      if (start >= 0) take(fingerprint(text.codes, start, end, 0), start, end);
    });
  }
}
