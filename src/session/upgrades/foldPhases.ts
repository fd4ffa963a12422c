import type { JsonObject } from '../json/jsonObject.ts';

/** A phase of v2 that has calls, with where they stand, and the phases without calls that belong to it. */
export interface FoldedPhase {
  phase: JsonObject;
  index: number;
  places: number[];
  /** Phases without calls, in order: those before it, and behind the last one those after it. */
  before: JsonObject[];
  after: JsonObject[];
}

/**
 * An annotation covers at least one call, but v2 has phases in which the agent only thought: what it decided there is
 * about the calls that follow. So such a phase goes with the next one that has calls.
 */
export function foldPhases(phases: readonly JsonObject[], places: readonly number[][]): FoldedPhase[] {
  const folded: FoldedPhase[] = [];
  let waiting: JsonObject[] = [];
  for (const [index, phase] of phases.entries()) {
    const own = places[index] ?? [];
    if (own.length === 0) {
      waiting.push(phase);
      continue;
    }
    folded.push({ phase, index, places: own, before: waiting, after: [] });
    waiting = [];
  }
  folded.at(-1)?.after.push(...waiting);
  return folded;
}
