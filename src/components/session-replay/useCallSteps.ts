'use client';
import { countUpTo } from '../../replay/countUpTo.ts';
import { type CallItem, neighbour } from '../../replay/index.ts';
import { useReplayStore } from '../../replay/react/index.ts';
import type { CallSteps } from '../tool-call-detail/callSteps.ts';

/** Which call of its run a call is, and the way to its neighbours; those of a run that is folded away unfold it. */
export function useCallSteps(item: CallItem): CallSteps {
  const replay = useReplayStore();
  const { index } = replay.getState();
  const calls = index.runs[item.run]?.landmarks.call ?? new Uint32Array();
  return {
    position: countUpTo(calls, item.index),
    total: calls.length,
    onStep(by) {
      const next = index.items[neighbour(calls, item.index, by > 0 ? 'forward' : 'backward') ?? -1];
      if (next === undefined) return;
      for (let run = index.runs[next.run]; run?.trigger !== undefined; run = index.runs[run.parent ?? 0]) {
        replay.expand(run.trigger.id);
      }
      replay.select(next.id);
    },
  };
}
