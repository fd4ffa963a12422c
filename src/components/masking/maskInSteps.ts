import { type Redactor, redactionMarker, type Span } from '../../redaction/index.ts';

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
export function* maskInSteps(text: string, redactor: Pick<Redactor, 'find'>): Generator<undefined, string> {
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
