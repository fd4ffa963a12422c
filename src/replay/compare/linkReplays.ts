import type { Replay } from '../createReplay.ts';
import { carryPosition, type Position } from '../position.ts';
import type { ReplayState } from '../transition.ts';
import type { CompareSide, Comparison } from './comparison.ts';

/**
 * Links two replays: when one moves, by playing or by seeking, the other moves to the paired item, or to the last one before it. Only one
 * of them plays at a time. Returns a function that unlinks them.
 */
export function linkReplays(left: Replay, right: Replay, comparison: Comparison): () => void {
  let leads: CompareSide | undefined;
  const lead = (side: CompareSide, leader: Replay, follower: Replay): (() => void) =>
    leader.subscribe((state, previous) => {
      // A move that the leader causes in the follower must not make the follower lead in turn.
      if (leads !== undefined || !hasMoved(state, previous)) return;
      leads = side;
      if (state.status === 'playing' && follower.getState().status === 'playing') follower.pause();
      goAlong(follower, state, comparison, side);
      leads = undefined;
    });
  const unlink = [lead('left', left, right), lead('right', right, left)];
  return () => {
    for (const end of unlink) end();
  };
}

function hasMoved(state: ReplayState, previous: ReplayState): boolean {
  return state.position.item !== previous.position.item || state.status !== previous.status;
}

function goAlong(follower: Replay, leader: ReplayState, comparison: Comparison, side: CompareSide): void {
  const other = side === 'left' ? 'right' : 'left';
  const compared = comparison.indexes[other];
  const { item: led } = positionCompared(leader, comparison, side);
  const item = compared.items[comparison.itemAt(other, comparison.rowOf(side, led))];
  // At the leader's end, the items that only the other has after the last pair have been reached too.
  if (leader.status === 'ended') follower.toEnd();
  else if (item === undefined) follower.toStart();
  else seekToId(follower, item.id);
}

function seekToId(replay: Replay, id: string): void {
  const { index, position } = replay.getState();
  const item = index.itemById(id)?.index;
  if (item !== undefined && item !== position.item) replay.seekToItem(item);
}

/** Position of a replay in its session as it was compared; the session may have grown since. */
export function positionCompared(
  { index, position }: Pick<ReplayState, 'index' | 'position'>,
  { indexes }: Comparison,
  side: CompareSide,
): Position {
  return index === indexes[side] ? position : carryPosition(index, indexes[side], position);
}
