import {
  type PhaseBlock,
  type PhaseTotal,
  type Position,
  phaseBlocks,
  phaseTotals,
  type SessionIndex,
} from '../../replay/index.ts';
import { countUpTo, memoize, pathsExplored } from '../../replay/internal.ts';
import { firstWhere } from '../../session/internal.ts';

/** All phases of one kind, as the strip shows them. */
export interface PhaseSummary extends PhaseTotal {
  /** Its share of the time of all phases, 0…1. */
  readonly share: number;
  readonly places: readonly PhaseBlock[];
  /** Number of files looked at; 0 if exploring was not the phase's purpose. */
  readonly explored: number;
}

/** Totals of a session's phases by kind, in the order in which the kinds first occur; computed once. */
export const phaseOverview = memoize((index: SessionIndex): readonly PhaseSummary[] => {
  const blocks = phaseBlocks(index);
  const totals = phaseTotals(index);
  const time = totals.reduce((sum, { activeMs }) => sum + activeMs, 0);
  return totals.flatMap((total) => {
    const places = blocks.filter(({ type }) => type === total.type);
    // Items before the first phase belong to no phase.
    if (total.calls === 0 && places.every(({ annotation }) => annotation === undefined)) return [];
    return {
      ...total,
      places,
      share: time > 0 ? total.activeMs / time : 0,
      explored: total.type === 'explore' ? countExplored(index, places) : 0,
    };
  });
});

function countExplored(index: SessionIndex, places: readonly PhaseBlock[]): number {
  const paths = new Set<string>();
  for (const block of places) for (const path of pathsExplored(index, block)) paths.add(path);
  return paths.size;
}

/** The block that the playhead is in; undefined before the first. */
export function blockAt(index: SessionIndex, { item }: Position): PhaseBlock | undefined {
  const blocks = phaseBlocks(index);
  return blocks[firstWhere(blocks.length, (at) => (blocks[at]?.first ?? 0) > item) - 1];
}

/** How many calls of the given phases the playhead has passed. */
export function callsReached({ runs }: SessionIndex, { places }: PhaseSummary, { item }: Position): number {
  const calls = runs[0]?.landmarks.call ?? new Uint32Array();
  return places.reduce(
    (sum, { first, last }) => sum + Math.max(0, countUpTo(calls, Math.min(last, item)) - countUpTo(calls, first - 1)),
    0,
  );
}

/** The next phase of a kind after the playhead, wrapping around to the first; 0-based. */
export function nextPlace({ places }: PhaseSummary, position: Position | undefined): number {
  const next = places.findIndex(({ first }) => first > (position?.item ?? -1));
  return Math.max(0, next);
}
