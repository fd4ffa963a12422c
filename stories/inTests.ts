declare global {
  /** Set by the test setup: stories are then run, not visited. */
  var runsStoryTests: true | undefined;
}

const isTested = (): boolean => globalThis.runsStoryTests === true || navigator.userAgent.includes('Chromatic');

/**
 * A story's `play` function that runs only in tests and in Chromatic: visitors find the story in its initial state, and nothing is typed,
 * pressed or focused while they look.
 */
export function inTests<Context>(
  play: (context: Context) => Promise<void> | void,
): (context: Context) => Promise<void> | void {
  return (context) => (isTested() ? play(context) : undefined);
}
