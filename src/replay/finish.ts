/** Runs steps to their end, at once. */
export function finish<Result>(steps: Iterator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
