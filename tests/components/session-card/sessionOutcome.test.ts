import { expect, test } from 'vitest';
import { sessionOutcome } from '../../../src/components/session-card/SessionCard.tsx';
import { session } from '../../../stories/data/session.ts';

test.each([
  ['success', 'succeeded'],
  ['failed', 'failed'],
  ['in_progress', 'running'],
] as const)('the v3.0 status %s becomes %s', (status, outcome) => {
  expect(sessionOutcome({ ...session, outcome: undefined, status })).toBe(outcome);
});
