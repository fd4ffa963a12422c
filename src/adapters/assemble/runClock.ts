import { type DiagnosticCode, toMillis } from '../../session/index.ts';

/** A moment of a run: milliseconds since 1970, or since the run's start where no absolute time is known yet. */
export interface Moment {
  ms: number;
  absolute: boolean;
  /** True where the source gave it; else it is the predecessor's. */
  given: boolean;
}

/**
 * The clock of one run. What has no time takes its predecessor's, by order; before the first absolute time the clock
 * counts from the run's start, which `base` gives in the end.
 */
export interface RunClock {
  read(at: string | number | undefined): Moment;
  /** Lays a duration end to end with what came before. */
  advance(from: Moment, durationMs: number): Moment;
  /** Earliest and latest absolute times seen. */
  readonly span: { first: number | undefined; last: number | undefined };
  /** How far the relative part reaches, in milliseconds. */
  readonly relativeEnd: number;
}

export function createRunClock(report: (code: DiagnosticCode, actual: string) => void): RunClock {
  let cursor: Moment = { ms: 0, absolute: false, given: false };
  let relativeEnd = 0;
  const span: { first: number | undefined; last: number | undefined } = { first: undefined, last: undefined };

  const see = (ms: number): void => {
    span.first = span.first === undefined ? ms : Math.min(span.first, ms);
    span.last = span.last === undefined ? ms : Math.max(span.last, ms);
  };

  return {
    read(at) {
      if (at === undefined) return { ...cursor, given: false };
      const ms = toMillis(at);
      if (ms === undefined) {
        report('invalid-time', String(at));
        return { ...cursor, given: false };
      }
      see(ms);
      cursor = { ms, absolute: true, given: true };
      return cursor;
    },
    advance(from, durationMs) {
      const end = { ms: from.ms + durationMs, absolute: from.absolute, given: false };
      if (end.absolute) see(end.ms);
      else relativeEnd = Math.max(relativeEnd, end.ms);
      if (end.absolute === cursor.absolute && end.ms > cursor.ms) cursor = end;
      return end;
    },
    span,
    get relativeEnd() {
      return relativeEnd;
    },
  };
}
