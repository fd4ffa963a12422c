/** Below this share of common lines a diff only tears both texts apart. */
const fewest = 0.1;
/** Texts this short are compared whatever they share. */
const short = 200;

/** Whether two texts have enough lines in common to be compared. Counts lines, and so is linear. */
export function areAlike(before: readonly string[], after: readonly string[]): boolean {
  const most = Math.max(before.length, after.length);
  if (most <= short || before.length === 0 || after.length === 0) return true;
  const counts = new Map<string, number>();
  for (const line of before) counts.set(line, (counts.get(line) ?? 0) + 1);
  let common = 0;
  for (const line of after) {
    const left = counts.get(line) ?? 0;
    if (left === 0 || line.trim() === '') continue;
    counts.set(line, left - 1);
    common += 1;
  }
  return common / Math.min(before.length, after.length) >= fewest;
}
