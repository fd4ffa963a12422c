import { toMillis } from '../../session/index.ts';
import type { SessionFacts } from '../assembly.ts';
import type { RunAssembler } from './runAssembler.ts';

/** When a run began and ended, in milliseconds since 1970. */
export interface RunSpan {
  startMs: number;
  endMs: number;
  startInferred: boolean;
  endInferred: boolean;
}

/** By the facts of the run, else by its items, else from `fallbackMs` on as long as its items last. */
export function runSpan(
  run: RunAssembler,
  facts: Pick<SessionFacts, 'startedAt' | 'endedAt'>,
  fallbackMs: number,
): RunSpan {
  const { first, last } = run.clock.span;
  const starts = [toMillis(facts.startedAt), first].filter((each) => each !== undefined);
  const startMs = starts.length > 0 ? Math.min(...starts) : fallbackMs;
  const end = toMillis(facts.endedAt) ?? last;
  return {
    startMs,
    endMs: Math.max(startMs, end ?? startMs + run.clock.relativeEnd),
    startInferred: starts.length === 0,
    endInferred: end === undefined,
  };
}
