/**
 * Maps values, at most so many at the same time; results are in the order of the values. After a failure no further one is begun; it rejects
 * with that failure once those in progress have ended.
 */
export async function mapAtOnce<Value, Result>(
  values: readonly Value[],
  most: number,
  map: (value: Value) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const failures: unknown[] = [];
  const waiting = values.entries();
  const goOn = async (): Promise<void> => {
    for (const [at, value] of waiting) {
      if (failures.length > 0) return;
      try {
        results[at] = await map(value);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, values.length) }, goOn));
  if (failures.length > 0) throw failures[0];
  return results;
}
