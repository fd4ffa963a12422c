import type { Outcome } from '../../session/index.ts';
import type { SessionHead } from './sessionHead.ts';

/** What became of a session; v3.0's status says it where no outcome does. */
export function sessionOutcome({ outcome, status }: SessionHead): Outcome | 'running' {
  if (outcome !== undefined) return outcome;
  return status === 'success' ? 'succeeded' : status === 'failed' ? 'failed' : 'running';
}
