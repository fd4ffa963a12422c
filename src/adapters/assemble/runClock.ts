import { type DiagnosticCode, type ToolCall, toIso, toMillis } from '../../session/index.ts';
import type { CallResult } from '../assembly.ts';

/** A moment of a run: milliseconds since 1970, or since the run's start while no absolute time is known. */
export interface Moment {
  ms: number;
  absolute: boolean;
  /** True if the source gave the time; otherwise it is the predecessor's. */
  given: boolean;
}

/**
 * The clock of one run. An item without a time takes its predecessor's; before the first absolute time the clock counts from the run's
 * start, which is finally given as `base`.
 */
export interface RunClock {
  read(at: string | number | undefined): Moment;
  /** Adds a duration directly after what came before. */
  advance(from: Moment, durationMs: number): Moment;
  /** Earliest and latest absolute times seen. */
  readonly span: { first: number | undefined; last: number | undefined };
  /** Length of the relative part, in milliseconds. */
  readonly relativeEnd: number;
  /** Whether something came after the latest time that has no time itself: then the run lasted longer than its times say. */
  readonly goesOn: boolean;
}

export function createRunClock(report: (code: DiagnosticCode, actual: string) => void): RunClock {
  let cursor: Moment = { ms: 0, absolute: false, given: false };
  let relativeEnd = 0;
  let goesOn = false;
  const span: { first: number | undefined; last: number | undefined } = { first: undefined, last: undefined };

  const see = (ms: number): void => {
    span.first = span.first === undefined ? ms : Math.min(span.first, ms);
    span.last = span.last === undefined ? ms : Math.max(span.last, ms);
    goesOn = false;
  };

  return {
    read(at) {
      if (at === undefined) {
        goesOn = true;
        return { ...cursor, given: false };
      }
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
    get goesOn() {
      return goesOn;
    },
  };
}

interface CallTimes {
  times: Pick<ToolCall, 'started_at' | 'ended_at' | 'duration_ms'>;
  inferred: string[];
  /** Milliseconds by which the end was before the start; the end was then set to the start. */
  backwardsMs: number | undefined;
}

/** When a call began and ended, and which of both the source did not state. `baseMs` is added to times that count from the run's start. */
export function callTimes(
  began: Moment,
  result: Pick<CallResult, 'at' | 'durationMs'>,
  clock: RunClock,
  baseMs: number,
): CallTimes {
  const ended = result.at === undefined ? undefined : clock.read(result.at);
  const endGiven = ended?.given === true && ended.absolute === began.absolute;
  const end = endGiven ? ended : clock.advance(began, result.durationMs ?? 0);
  const spanMs = end.ms - began.ms;
  const base = began.absolute ? 0 : baseMs;
  const inferred = [
    ...(began.given ? [] : ['started_at']),
    ...(endGiven && spanMs >= 0 ? [] : ['ended_at']),
    ...(result.durationMs !== undefined || (endGiven && began.given && spanMs >= 0) ? [] : ['duration_ms']),
  ];
  return {
    times: {
      started_at: toIso(base + began.ms),
      ended_at: toIso(base + Math.max(began.ms, end.ms)),
      duration_ms: Math.max(0, result.durationMs ?? spanMs),
    },
    inferred,
    backwardsMs: spanMs < 0 ? spanMs : undefined,
  };
}
