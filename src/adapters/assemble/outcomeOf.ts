import type { Outcome, SessionStatus } from '../../session/index.ts';

/** The outcome of a run whose source names none beyond its status. */
export function outcomeOf(status: SessionStatus): Outcome {
  switch (status) {
    case 'success':
      return 'succeeded';
    case 'failed':
      return 'failed';
    case 'in_progress':
      return 'unknown';
  }
}
