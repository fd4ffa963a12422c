import type { Redactor, Span } from '../../redaction/index.ts';
import { redactionMarker } from '../../redaction/redactionMarker.ts';
import { coverDoubtful } from './cover.ts';
import { shortestSecret } from './mayHoldSecret.ts';

export type { Redactor } from '../../redaction/index.ts';
export { findRedactionMarkers } from '../../redaction/redactionMarker.ts';

/** Decides what may be seen, copied or downloaded of a log's texts. */
export interface Masking {
  /**
   * Returns a text or JSON value with a marker in place of every secret; the same object if there is none. A value is masked once, and the
   * result is kept as long as the value is in use.
   */
  mask<Value>(value: Value): Value;
  /** Masks a long text in steps of a few milliseconds. */
  maskInSteps(text: string): Generator<undefined, string>;
}

/** Shows texts unchanged. */
export const noMasking: Masking = {
  mask: (value) => value,
  // biome-ignore lint/correctness/useYield: there is nothing to do in steps
  *maskInSteps(text) {
    return text;
  },
};

/** Used while the rules are loading: covers everything that may hold a secret. */
export const covering: Masking = {
  mask: coverDoubtful,
  // biome-ignore lint/correctness/useYield: a long text is covered without a look at it
  *maskInSteps(text) {
    return coverDoubtful(text);
  },
};

/** Makes a masking from a redactor, which is requested when the first text needs it. */
export function createMasking(redactor: () => Redactor): Masking {
  const masked = new WeakMap<object, object>();
  const maskObject = <Value extends object>(value: Value): Value => {
    const known = masked.get(value);
    if (known !== undefined) return known as Value;
    const result = redactor().maskJson(value);
    masked.set(value, result);
    // Masking twice must change nothing: a component inside may pass on a masked value again.
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

/** Characters per step, extended to the end of a line; takes about 1 ms. */
const stepLength = 64_000;
/** Characters read around a step, because what identifies a secret may be several lines before it. */
const around = 2_000;

interface Mark extends Span {
  readonly rule: string;
}

/** The start of the line after `at`, or the limit of the search for it. */
function lineAfter(text: string, at: number): number {
  const ahead = text.slice(at, at + stepLength);
  return at + (ahead.indexOf('\n') + 1 || ahead.length);
}

/** Adds a mark; one that overlaps the last mark is the rest of the same secret, found again by the next step. */
function add(marks: Mark[], mark: Mark): void {
  const last = marks.at(-1);
  if (last === undefined || mark.start >= last.end) marks.push(mark);
  else marks[marks.length - 1] = { ...last, end: Math.max(last.end, mark.end) };
}

/**
 * Masks a text step by step. Steps overlap. If a secret is longer than the overlap, such as a key's block, each step still recognises its
 * part, because a key without its first or last line is recognised too.
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
