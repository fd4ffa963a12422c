const spent = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/** The processor's time that some work takes in this process, in milliseconds: the clock's would tell how busy the machine is. */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = spent();
  await work();
  return (spent() - before) / 1000;
}

/** Times that the long text is as long as the short one. */
const times = 8;

/**
 * How much more work a reader has with a text eight times as long: eight times where it is linear, sixty-four where it is
 * quadratic. It counts the processor's time, not the clock's, and the best of several runs: others are at work too. The short text is read
 * eight times in a row, so that both sides have as much to allocate and to collect.
 */
export function growthOf(read: (text: string) => unknown, short: string): number {
  const best = (work: () => void): number =>
    Math.min(
      ...Array.from({ length: 5 }, () => {
        const before = spent();
        work();
        return spent() - before;
      }),
    );
  const long = short.repeat(times);
  const once = best(() => void read(long));
  const inParts = best(() => {
    for (let n = 0; n < times; n += 1) read(short);
  });
  return (times * once) / Math.max(inParts, 1000);
}
