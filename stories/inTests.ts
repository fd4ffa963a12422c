declare global {
  /** Set by the tests' set-up: stories are run, not visited. */
  var runsStoryTests: true | undefined;
}

const isTested = (): boolean => globalThis.runsStoryTests === true || navigator.userAgent.includes('Chromatic');

/**
 * A story's `play` function that runs in tests and in Chromatic alone: who opens a story finds it as it stands, and nothing is
 * typed, pressed or focused before their eyes.
 */
export function inTests<Context>(
  play: (context: Context) => Promise<void> | void,
): (context: Context) => Promise<void> | void {
  return (context) => (isTested() ? play(context) : undefined);
}
