import type { PhaseAnnotation } from '../schema/std001v31.ts';
import type { PhaseRun } from './segmentCalls.ts';

type LoopInfo = NonNullable<PhaseAnnotation['loop_info']>;

/** A segment of calls with its position among the segments, from 0, and its attempt number if it is part of a loop. */
export interface LoopedRun {
  run: PhaseRun;
  index: number;
  loop?: LoopInfo;
}

/**
 * Finds retries among segments: work after a failed check is another attempt at the work before it. Holds only the segments since the last
 * work, because a first attempt is recognised only when another follows.
 */
export function* withLoops(
  runs: Iterable<PhaseRun>,
  hasFailed: (callIndex: number) => boolean,
  idOf: (index: number) => string,
): Generator<LoopedRun> {
  let index = 0;
  let failed = false;
  /** The last work, and what came after it. */
  let held: LoopedRun[] = [];
  for (const run of runs) {
    const looped: LoopedRun = { run, index };
    index += 1;
    const [work] = held;
    if (run.phase === 'verify') failed = work !== undefined && hasFailed(run.lastCheck);
    if (run.phase !== 'execute') {
      if (work === undefined) yield looped;
      else held.push(looped);
      continue;
    }
    if (failed && work !== undefined) {
      work.loop ??= { attempt_number: 1, is_retry: false };
      const attempt_number = work.loop.attempt_number + 1;
      looped.loop = { attempt_number, is_retry: true, previous_attempt_id: idOf(work.index) };
    }
    failed = false;
    yield* held;
    held = [looped];
  }
  yield* held;
}
