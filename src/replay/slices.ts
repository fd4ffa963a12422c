/** Items that steps look at between two pauses, where little is asked of each: some milliseconds of work for a slow machine. */
export const itemsPerStep = 8192;

/** Options of {@link runInSlices}. */
interface SliceRunOptions<Step> {
  readonly signal?: AbortSignal;
  /** Milliseconds of work between two pauses. Default: 8, half a frame. */
  readonly budgetMs?: number;
  /** Called before each pause with what the last step gave. */
  readonly onRest?: (step: Step) => void;
}

/** Runs steps in slices with pauses between them, so that a page stays responsive. Rejects only on abort. */
export async function runInSlices<Step, Result>(
  steps: Iterator<Step, Result>,
  { signal, budgetMs = 8, onRest }: SliceRunOptions<Step> = {},
): Promise<Result> {
  for (let begun = performance.now(); ; ) {
    const next = steps.next();
    if (next.done === true) return next.value;
    if (performance.now() - begun < budgetMs) continue;
    onRest?.(next.value);
    await rest();
    signal?.throwIfAborted();
    begun = performance.now();
  }
}

/** Lets the page draw and handle input. Uses a message, because consecutive timers wait 4 ms each. */
export function rest(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/** Runs all steps at once. */
export function finish<Result>(steps: Iterator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
