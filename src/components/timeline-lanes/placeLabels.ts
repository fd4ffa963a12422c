/** A label that would like to stand somewhere, in pixels. */
export interface LabelWish {
  readonly from: number;
  readonly to: number;
  /** Those of a lower rank come first. */
  readonly rank: number;
}

/**
 * Which labels may stand, as positions in the list, ascending: rank by rank and from left to right each that is inside the
 * room and so far apart from every one that already stands.
 *
 * @param wishes ascending by `from`.
 */
export function placeLabels(
  wishes: readonly LabelWish[],
  apartPx: number,
  room: { from: number; to: number },
): number[] {
  const ranks = [...new Set(wishes.map(({ rank }) => rank))].sort((a, b) => a - b);
  let standing: number[] = [];
  for (const rank of ranks) standing = addRank(wishes, standing, rank, apartPx, room);
  return standing;
}

/** Goes once over those that stand and those that wish to, both in order. */
function addRank(
  wishes: readonly LabelWish[],
  standing: readonly number[],
  rank: number,
  apartPx: number,
  room: { from: number; to: number },
): number[] {
  const placed: number[] = [];
  let next = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const [n, wish] of wishes.entries()) {
    if (standing[next] === n) {
      placed.push(n);
      until = wish.to;
      next += 1;
      continue;
    }
    if (wish.rank !== rank || wish.from < room.from || wish.to > room.to) continue;
    const following = standing[next];
    const before = following === undefined ? Number.POSITIVE_INFINITY : (wishes[following] as LabelWish).from;
    if (wish.from - until < apartPx || before - wish.to < apartPx) continue;
    placed.push(n);
    until = wish.to;
  }
  return placed;
}
