import type { PhaseAnnotation } from '../schema/std001v31.ts';
import type { PhaseCall } from './classifyCall.ts';
import { PhaseLog } from './PhaseLog.ts';

/**
 * Annotates the phases of a session without annotations, by the standard's scale: none under 5 calls, from 5 to 20 only if at least two
 * phases show, above 20 always. Every call is covered once. A phase has at least 5 calls or takes 90 s, unless the user's next prompt ends
 * it earlier. There are at most 12 phases, unless more prompts than that have work of their own; a prompt with less work then belongs to
 * the phase before it. `annotatedAt` is ISO 8601.
 */
export function inferPhases(calls: readonly PhaseCall[], annotatedAt: string): PhaseAnnotation[] {
  const log = new PhaseLog();
  for (const call of calls) log.add(call);
  const idAt = (callIndex: number): string => calls[callIndex]?.call_id ?? '';
  return [...log.infer(annotatedAt, idAt, (callIndex) => calls[callIndex]?.outcome === 'failed')];
}
