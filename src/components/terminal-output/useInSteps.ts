'use client';
import { useEffect, useState } from 'react';

/** The page gives a long text this many milliseconds at a time. */
const stepMs = 8;

/** What is made of a text step by step; nothing until it is there. Without a text, nothing is made. */
export function useInSteps<Made>(
  text: string | undefined,
  make: (text: string) => Generator<undefined, Made>,
): Made | undefined {
  const [done, setDone] = useState<{ readonly text: string; readonly make: unknown; readonly made: Made }>();

  useEffect(() => {
    if (text === undefined) return undefined;
    const steps = make(text);
    let timer: ReturnType<typeof setTimeout>;
    const go = (): void => {
      const until = performance.now() + stepMs;
      let step = steps.next();
      while (!step.done && performance.now() < until) step = steps.next();
      if (step.done) setDone({ text, make, made: step.value });
      else timer = setTimeout(go);
    };
    timer = setTimeout(go);
    return () => clearTimeout(timer);
  }, [text, make]);

  return done !== undefined && done.text === text && done.make === make ? done.made : undefined;
}
