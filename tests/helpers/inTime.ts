import { runInNewContext } from 'node:vm';

/** Far longer than any of the work takes on a busy machine, and far less than what the texts took that held a pattern. */
const timeout = 30_000;

/** Gives what the work gives; throws where it does not end, even inside a pattern, which no timer of a test can stop. */
export function inTime<T>(work: () => T): T {
  return runInNewContext('work()', { work }, { timeout }) as T;
}
