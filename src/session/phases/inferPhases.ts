import type { PhaseAnnotation } from '../schema/std001v31.ts';
import { describeRun } from './describeRun.ts';
import { groupCalls, type PhaseRun } from './groupCalls.ts';
import { loopInfos } from './loopInfos.ts';
import type { PhaseCall } from './phaseCall.ts';

/** Fewer calls than this are told by themselves (STD-001: simple). */
const MIN_CALLS = 5;

/** More calls than this need annotations in any case (STD-001: complex). */
const MANY_CALLS = 20;

/**
 * Annotates the phases of a session that has no annotations of its own, by the standard's scale: none under 5 calls,
 * from 5 to 20 only where at least two phases show, above 20 always. Every call is covered once. `annotatedAt` is ISO 8601.
 */
export function inferPhases(calls: readonly PhaseCall[], annotatedAt: string): PhaseAnnotation[] {
  if (calls.length < MIN_CALLS) return [];
  const runs = groupCalls(calls);
  // One phase over so few calls would say no more than the calls do.
  if (calls.length <= MANY_CALLS && runs.length < 2) return [];
  const ids = runs.map((_, index) => `ann-${String(index + 1).padStart(3, '0')}`);
  const loops = loopInfos(runs, calls, ids);
  return runs.map((run, index) => {
    const loop = loops[index];
    return {
      annotation_id: ids[index] ?? '',
      phase_type: run.phase,
      tool_call_range: { start_call_id: idAt(calls, run.first), end_call_id: idAt(calls, run.last) },
      annotated_by: 'auto',
      annotated_at: annotatedAt,
      confidence: confidenceOf(run),
      description: describeRun(calls.slice(run.first, run.last + 1)),
      ...(loop === undefined ? {} : { loop_info: loop }),
      inferred: ['phase_type', 'tool_call_range', ...(loop === undefined ? [] : ['loop_info'])],
    };
  });
}

function idAt(calls: readonly PhaseCall[], place: number): string {
  return calls[place]?.call_id ?? '';
}

/** Never high: the calls show what was done, not what it was for. */
function confidenceOf({ first, last, clear }: PhaseRun): 'medium' | 'low' {
  return clear / (last - first + 1) >= 0.75 ? 'medium' : 'low';
}
