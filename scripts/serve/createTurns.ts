/** Lets pieces of work run one after another; urgent ones go before all others that wait. */
export interface Turns {
  run<Result>(work: () => Promise<Result>, urgency?: 'urgent' | 'later'): Promise<Result>;
  /** Resolves when nothing runs or waits. */
  idle(): Promise<void>;
}

export function createTurns(): Turns {
  const waiting = { urgent: [] as (() => Promise<void>)[], later: [] as (() => Promise<void>)[] };
  let running: Promise<void> | undefined;
  const next = (): (() => Promise<void>) | undefined => waiting.urgent.shift() ?? waiting.later.shift();
  const runAll = async (): Promise<void> => {
    for (let turn = next(); turn !== undefined; turn = next()) await turn();
    running = undefined;
  };
  return {
    run: (work, urgency = 'urgent') =>
      new Promise((resolve, reject) => {
        waiting[urgency].push(() => work().then(resolve, reject));
        running ??= Promise.resolve().then(runAll);
      }),
    idle: async () => running,
  };
}
