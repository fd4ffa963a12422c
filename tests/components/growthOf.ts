/**
 * How much longer a reader takes for a text eight times as long: eight times where it is linear, sixty-four where it is
 * quadratic. The best of several runs each, because a busy machine only ever makes a run longer.
 */
export function growthOf(read: (text: string) => unknown, short: string): number {
  const best = (text: string): number =>
    Math.min(
      ...Array.from({ length: 4 }, () => {
        const began = performance.now();
        read(text);
        return performance.now() - began;
      }),
    );
  const long = short.repeat(8);
  return best(long) / Math.max(best(short), 1);
}
