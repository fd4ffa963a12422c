'use client';
import { useEffect, useState } from 'react';
import { rest, runInSlices } from '../../replay/slices.ts';

/** Begins work that goes step by step. */
export type StartSteps<Made> = () => Iterator<unknown, Made>;

/**
 * What steps come to, run in slices between frames; undefined until they end, and where nothing is begun. Another `start` ends the
 * steps of the one before, so keep it the same one while the work is.
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
      // Other steps, or none, have taken its place.
      if (!signal.aborted) throw reason;
    });
    return () => controller.abort();
  }, [start]);

  return done !== undefined && done.start === start ? done.made : undefined;
}
