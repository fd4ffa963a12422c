import type { PhaseAnnotation } from '../schema/std001v31.ts';
import { PhaseLog } from './PhaseLog.ts';
import type { PhaseCall } from './phaseCall.ts';

/**
 * Annotates the phases of a session that has no annotations of its own, by the standard's scale: none under 5 calls,
 * from 5 to 20 only where at least two phases show, above 20 always. Every call is covered once. `annotatedAt` is ISO 8601.
 */
export function inferPhases(calls: readonly PhaseCall[], annotatedAt: string): PhaseAnnotation[] {
  const log = new PhaseLog();
  for (const call of calls) log.add(call);
  const idAt = (place: number): string => calls[place]?.call_id ?? '';
  return [...log.infer(annotatedAt, idAt, (place) => calls[place]?.outcome === 'failed')];
}
