/** The texts and numbers inside a value of JSON, in its order, however deep; names of fields are not among them. */
export function leavesOf(value: unknown): string[] {
  const leaves: string[] = [];
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string') leaves.push(next);
    else if (typeof next === 'number' || typeof next === 'boolean') leaves.push(`${next}`);
    else if (typeof next === 'object' && next !== null) {
      const inside: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
      for (let n = inside.length - 1; n >= 0; n -= 1) waiting.push(inside[n]);
    }
  }
  return leaves;
}
