import { type LinkGroup, reachOf } from './groupLinks.ts';

/**
 * Gives every group a lane, 0 being the nearest to the rows, so that no two lines of one lane meet; groups ascend by where
 * they begin. Where all lanes are taken, the one that is free soonest is shared: the gutter never grows.
 */
export function assignLanes(groups: readonly LinkGroup[], lanes: number): Uint8Array {
  const assigned = new Uint8Array(groups.length);
  const takenUntil = new Float64Array(lanes).fill(-1);
  for (const [n, group] of groups.entries()) {
    const { first, last } = reachOf(group);
    let lane = takenUntil.findIndex((end) => end < first);
    if (lane < 0) lane = takenUntil.indexOf(Math.min(...takenUntil));
    assigned[n] = lane;
    takenUntil[lane] = Math.max(takenUntil[lane] as number, last);
  }
  return assigned;
}
