import { useEffect, useState } from 'react';
import { rest, runInSlices } from '../../replay/slices.ts';

/** Starts work that goes step by step. */
export type StartSteps<Made> = () => Iterator<unknown, Made>;

/**
 * Runs steps in slices between frames, and returns their result; undefined until they end, or if no work is started. Another `start`
 * cancels the previous steps, so keep it the same function while the work is the same.
 */
export function useInSlices<Made>(start: StartSteps<Made> | undefined): Made | undefined {
  const [done, setDone] = useState<{ readonly start: StartSteps<Made>; readonly made: Made }>();

  useEffect(() => {
    if (start === undefined) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const run = async (): Promise<void> => {
      await rest();
      signal.throwIfAborted();
      setDone({ start, made: await runInSlices(start(), { signal }) });
    };
    run().catch((reason: unknown) => {
      // The work has been replaced or cancelled.
      if (!signal.aborted) throw reason;
    });
    return () => controller.abort();
  }, [start]);

  return done !== undefined && done.start === start ? done.made : undefined;
}
