const spent = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/**
 * How much more work a reader has with a text eight times as long: eight times where it is linear, sixty-four where it is
 * quadratic. It counts the processor's time, not the clock's, and the best of several runs: others are at work too.
 */
export function growthOf(read: (text: string) => unknown, short: string): number {
  const best = (text: string): number =>
    Math.min(
      ...Array.from({ length: 5 }, () => {
        const before = spent();
        read(text);
        return spent() - before;
      }),
    );
  const long = short.repeat(8);
  return best(long) / Math.max(best(short), 1000);
}
