import { type ToolCall, toIso } from '../../session/index.ts';
import type { CallResult } from '../assembly.ts';
import type { Moment, RunClock } from './runClock.ts';

export interface CallTimes {
  times: Pick<ToolCall, 'started_at' | 'ended_at' | 'duration_ms'>;
  inferred: string[];
  /** Milliseconds by which the end lay before the start; the end was then set to the start. */
  backwardsMs: number | undefined;
}

/** When a call began and ended, and which of it the source did not say. `baseMs` is added to times that count from the run's start. */
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
