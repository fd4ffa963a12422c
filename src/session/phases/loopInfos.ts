import type { PhaseAnnotation } from '../schema/std001v31.ts';
import type { PhaseRun } from './smoothRuns.ts';

type LoopInfo = NonNullable<PhaseAnnotation['loop_info']>;

/**
 * The retries among runs: work that follows a failed check is another attempt at the work before it. Work that is not
 * part of a loop has no entry.
 */
export function loopInfos(
  runs: readonly PhaseRun[],
  hasFailed: (place: number) => boolean,
  idOf: (index: number) => string,
): (LoopInfo | undefined)[] {
  const infos = new Array<LoopInfo | undefined>(runs.length).fill(undefined);
  let previous: number | undefined;
  let failed = false;
  for (const [index, run] of runs.entries()) {
    if (run.phase === 'verify') failed = previous !== undefined && hasFailed(run.last);
    if (run.phase !== 'execute') continue;
    if (failed && previous !== undefined) {
      const attempt = infos[previous]?.attempt_number ?? 1;
      infos[previous] ??= { attempt_number: 1, is_retry: false };
      infos[index] = { attempt_number: attempt + 1, is_retry: true, previous_attempt_id: idOf(previous) };
    }
    previous = index;
    failed = false;
  }
  return infos;
}
