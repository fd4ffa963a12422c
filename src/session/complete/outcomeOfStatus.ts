import type { Outcome } from '../schema/itemParts.ts';
import type { SessionStatus } from '../schema/std001v30.ts';

const finer: ReadonlyMap<unknown, Outcome> = new Map([
  ['cancelled', 'cancelled'],
  ['canceled', 'cancelled'],
  ['aborted', 'cancelled'],
  ['interrupted', 'interrupted'],
  ['denied', 'denied'],
]);

/** The outcome of a run by its status, or by the word that stood in its place where that says more. */
export function outcomeOfStatus(status: SessionStatus, word: unknown): Outcome {
  switch (status) {
    case 'success':
      return 'succeeded';
    case 'failed':
      return finer.get(word) ?? 'failed';
    case 'in_progress':
      return 'unknown';
  }
}
