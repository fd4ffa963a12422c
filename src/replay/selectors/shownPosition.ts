import { memoize } from '../memoize.ts';
import type { Position } from '../position.ts';
import type { ReplayState } from '../replayState.ts';

/**
 * The position as a view shows it. Who brings a replay to a call and lets it stand there wants to see what came of it: the
 * call counts as over, however long it took. While the replay plays, a call takes its time; one without an end stays open.
 */
export function shownPosition({
  index,
  position,
  status,
}: Pick<ReplayState, 'index' | 'position' | 'status'>): Position {
  const { at, item } = position;
  const broughtHere = status === 'paused' && at === index.starts[item];
  return broughtHere && Number.isFinite(index.ends[item]) ? withItemOver(position) : position;
}

// The same object for the same position, so that views draw nothing anew.
const withItemOver = memoize((position: Position): Position => ({ ...position, itemIsOver: true }));
