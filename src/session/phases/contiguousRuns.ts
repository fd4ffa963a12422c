/** The ends of each run of neighbouring positions, in order; duplicates count once. */
export function contiguousRuns(positions: Iterable<number>): { first: number; last: number }[] {
  const runs: { first: number; last: number }[] = [];
  for (const at of [...new Set(positions)].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run !== undefined && run.last === at - 1) run.last = at;
    else runs.push({ first: at, last: at });
  }
  return runs;
}
