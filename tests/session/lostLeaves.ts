/** Every text and number in a JSON value; texts of white space say nothing. */
function* leaves(value: unknown): Generator<string | number> {
  if (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) yield value;
  else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) yield* leaves(each);
}

function count(value: unknown): Map<string | number, number> {
  const counts = new Map<string | number, number>();
  for (const leaf of leaves(value)) counts.set(leaf, (counts.get(leaf) ?? 0) + 1);
  return counts;
}

/** The texts and numbers of an input that are nowhere in an output. */
export function lostLeaves(input: unknown, output: unknown): (string | number)[] {
  const kept = count(output);
  return [...count(input).keys()].filter((leaf) => !kept.has(leaf));
}
