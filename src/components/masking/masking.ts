import type { Redactor, Span } from '../../redaction/index.ts';
import { redactionMarker } from '../../redaction/redactionMarker.ts';

/** Minimum length of a secret; most texts of a row are shorter. */
export const shortestSecret = 8;

/** A longer text is assumed to hold a secret until the rules have loaded. */
const longest = 20_000;

/**
 * Prose and paths consist of letters, spaces and a few marks. Anything else may be a sign of a secret: characters of an assignment, a
 * quotation, an address or a terminal; four digits in a row; letters among digits, or more letters than a word has; an option.
 */
const sign = /[^\p{L}\p{M}\p{Nd}\s/.,;!?()_…—–-]|\d{4}|(?=[A-Za-z]*\d)[A-Za-z0-9]{8}|[A-Za-z0-9_]{20}|(?:^|\s)-\w/u;

/** Words that name or announce a secret. */
const naming =
  /pass|pwd|secret|token|key|auth|cred|\bpin\b|code|otp|phrase|login|community|bearer|session|cookie|identified|seed|密|口令|令牌|钥|凭|码/i;

/** A time in the form of the standard. */
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Estimates, without the rules, whether a text may hold a secret. It says yes far too often, but where it says no, no rule of the kit finds
 * a secret.
 */
export function mayHoldSecret(text: string): boolean {
  if (text.length < shortestSecret) return false;
  return text.length > longest || ((sign.test(text) || naming.test(text)) && !time.test(text));
}

/** Whether the name of a field suggests that its value is a secret. */
function mayNameSecret(field: string): boolean {
  return naming.test(field) && field !== 'sub_sessions';
}

/** Whether a text is a time: never a secret, and needed to place items that are still covered. */
function isTime(text: string): boolean {
  return time.test(text);
}

/** Rule id in the marker of a text that waits for the rules to load. */
export const coverRule = 'unchecked';

const cover = redactionMarker(coverRule);

/** Fields that views branch on, whose values come from a fixed list. */
const structural =
  /^(?:type|kind|status|outcome|role|origin|action|mode|change|branch|relevance|usage_mode|tool_category|phase_type)$/;
const word = /^[A-Za-z_]{1,24}$/;
/** Fields whose value may be named by another field of the same object: `{"name": "PIN", "value": "…"}`. */
const valued = /value|text|content|data/i;
/** Usual names of fields, in the standard and in most tools. */
const plainName = /^[a-z]{1,19}(?:_[a-z]{1,19}){0,4}$/;

const deepest = 200;

/**
 * Covers every part of a text or JSON value that may hold a secret, because only the rules, once loaded, can tell whether it does. Returns
 * the same object if no part may.
 */
export function coverDoubtful<Value>(value: Value): Value {
  return coverValue(value, false, 0) as Value;
}

function coverValue(value: unknown, doubtful: boolean, depth: number): unknown {
  if (typeof value === 'string') return (doubtful && !isTime(value)) || mayHoldSecret(value) ? cover : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest) return cover;
  return Array.isArray(value) ? coverList(value, doubtful, depth) : coverFields(value, doubtful, depth);
}

const isDoubtfulText = (value: unknown): boolean => typeof value === 'string' && mayHoldSecret(value);

/** Neighbouring texts belong together, like the lines of a key or the parts of a command: if one is doubtful, all are covered. */
function coverList(list: readonly unknown[], doubtful: boolean, depth: number): readonly unknown[] {
  const texts = doubtful || list.some(isDoubtfulText);
  const covered = list.map((each) => coverValue(each, typeof each === 'string' ? texts : doubtful, depth + 1));
  return covered.some((each, at) => each !== list[at]) ? covered : list;
}

/** A field's name says what its value is, and a field that holds a name says what the value beside it is. */
function coverFields(fields: object, doubtful: boolean, depth: number): object {
  const before = Object.entries(fields);
  const beside = before.some(([, each]) => typeof each === 'string' && (mayHoldSecret(each) || mayNameSecret(each)));
  const after = before.map(([name, each]): [string, unknown] => {
    if (typeof each === 'string' && structural.test(name) && word.test(each)) return [name, each];
    const named = doubtful || mayNameSecret(name) || (beside && typeof each === 'string' && valued.test(name));
    return [plainName.test(name) || !mayHoldSecret(name) ? name : cover, coverValue(each, named, depth + 1)];
  });
  const same = after.every(([name, each], at) => name === before[at]?.[0] && each === before[at]?.[1]);
  return same ? fields : Object.fromEntries(after);
}

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
