import type { Redactor, Span } from '../../redaction/index.ts';
import { redactionMarker } from '../../redaction/redactionMarker.ts';
import { coverDoubtful } from './cover.ts';
import { shortestSecret } from './mayHoldSecret.ts';

export type { Redactor } from '../../redaction/index.ts';
export { findRedactionMarkers } from '../../redaction/redactionMarker.ts';

/** Decides what of a log's texts may be seen, copied or downloaded. */
export interface Masking {
  /**
   * Gives a text, or a value of JSON, with a marker in place of every secret; the very same where there is none. A value is
   * masked once, and remembered as long as it is used itself.
   */
  mask<Value>(value: Value): Value;
  /** Masks a long text a few milliseconds at a time: each step is one. */
  maskInSteps(text: string): Generator<undefined, string>;
}

/** Shows texts as they are. */
export const noMasking: Masking = {
  mask: (value) => value,
  // biome-ignore lint/correctness/useYield: there is nothing to do in steps
  *maskInSteps(text) {
    return text;
  },
};

/** Holds while the rules are loaded: covers whatever may hold a secret. */
export const covering: Masking = {
  mask: coverDoubtful,
  // biome-ignore lint/correctness/useYield: a long text is covered without a look at it
  *maskInSteps(text) {
    return coverDoubtful(text);
  },
};

/** Makes a masking out of a redactor, which is asked for when the first text needs it. */
export function createMasking(redactor: () => Redactor): Masking {
  const masked = new WeakMap<object, object>();
  const maskObject = <Value extends object>(value: Value): Value => {
    const known = masked.get(value);
    if (known !== undefined) return known as Value;
    const result = redactor().maskJson(value);
    masked.set(value, result);
    // Masking again changes nothing: what was given out may come back from a component inside.
    masked.set(result, result);
    return result;
  };
  return {
    mask: (value) => {
      if (typeof value === 'string')
        return (value.length < shortestSecret ? value : redactor().mask(value)) as typeof value & string;
      return typeof value === 'object' && value !== null ? maskObject(value) : value;
    },
    maskInSteps: (text) => maskInSteps(text, redactor()),
  };
}

/** A step looks at this many characters, up to the end of a line: about 1 ms. */
const stepLength = 64_000;
/** And this far around: what gives a secret away may stand lines before it. */
const around = 2_000;

interface Mark extends Span {
  readonly rule: string;
}

/** The start of the line after `at`, or as far as one looks for it. */
function lineAfter(text: string, at: number): number {
  const ahead = text.slice(at, at + stepLength);
  return at + (ahead.indexOf('\n') + 1 || ahead.length);
}

/** Adds a mark; one that overlaps the last is the rest of the same secret, seen from the next step. */
function add(marks: Mark[], mark: Mark): void {
  const last = marks.at(-1);
  if (last === undefined || mark.start >= last.end) marks.push(mark);
  else marks[marks.length - 1] = { ...last, end: Math.max(last.end, mark.end) };
}

/**
 * Masks a text step by step. Steps overlap, and of a secret that is longer than the overlap (a key's block) each step knows
 * its part, because a key without its first or last line is still known as one.
 */
function* maskInSteps(text: string, redactor: Redactor): Generator<undefined, string> {
  const marks: Mark[] = [];
  for (let from = 0; from < text.length; ) {
    const to = Math.min(lineAfter(text, from + stepLength), text.length);
    const shift = Math.max(0, from - around);
    for (const { start, end, rule } of redactor.find(text.slice(shift, to + around)))
      if (shift + start < to && shift + end > from) add(marks, { start: shift + start, end: shift + end, rule });
    from = to;
    yield undefined;
  }
  let masked = '';
  let done = 0;
  for (const { start, end, rule } of marks) {
    masked += text.slice(done, start) + redactionMarker(rule);
    done = end;
  }
  return masked + text.slice(done);
}
