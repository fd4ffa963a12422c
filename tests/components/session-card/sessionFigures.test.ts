import { expect, test } from 'vitest';
import { sessionFigures } from '../../../src/components/session-card/sessionFigures.ts';
import { sessionOutcome } from '../../../src/components/session-card/sessionOutcome.ts';
import { call } from '../../../stories/data/builders.ts';
import { session, sparseSession } from '../../../stories/data/session.ts';

test('calls and failures are counted, inner ones apart', () => {
  expect(sessionFigures(session)).toEqual({ durationMs: 9_691_000, calls: 7, innerCalls: 15, failed: 1, messages: 2 });
});

test('denied and interrupted calls are no failures, though v3.0 calls them so', () => {
  const calls = (['failed', 'denied', 'interrupted', 'unanswered'] as const).map((outcome) =>
    call('Bash', 'action', { outcome }),
  );
  expect(sessionFigures({ ...sparseSession, tool_calls: calls }).failed).toBe(1);
});

test('without readable times the summary says how long it took', () => {
  expect(sessionFigures({ ...session, completed_at: 'later' }).durationMs).toBe(9_691_000);
  expect(sessionFigures({ ...session, completed_at: '2020-01-01T00:00:00Z' }).durationMs).toBe(0);
});

test.each([
  ['success', 'succeeded'],
  ['failed', 'failed'],
  ['in_progress', 'running'],
] as const)('a v3.0 status %s is %s', (status, outcome) => {
  expect(sessionOutcome({ ...session, outcome: undefined, status })).toBe(outcome);
});
