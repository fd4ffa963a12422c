import { expect, test } from 'vitest';
import { totalsOf, writeMainAndInner } from '../../src/session/index.ts';
import { createBuilders } from '../../stories/data/builders.ts';
import { session, sparseSession } from '../../stories/data/session.ts';

const { call } = createBuilders();

test('counts calls, failures and tokens of subagents separately', () => {
  expect(totalsOf(session)).toMatchObject({
    calls: { main: 7, inner: 15 },
    failed: { main: 1, inner: 0 },
    tokens: { main: { output: 59_112 }, inner: {} },
    durationMs: 9_691_000,
    messages: 2,
  });
});

test('does not count denied, interrupted, cancelled and unanswered calls as failed, as v3.0 does', () => {
  const calls = (['failed', 'denied', 'interrupted', 'cancelled', 'unanswered'] as const).map((outcome) =>
    call('Bash', 'action', { outcome }),
  );
  expect(totalsOf({ ...sparseSession, tool_calls: calls }).failed).toEqual({ main: 1, inner: 0 });
});

test('takes the length from the summary if the times are unreadable', () => {
  expect(totalsOf({ ...session, completed_at: 'later' }).durationMs).toBe(9_691_000);
  expect(totalsOf({ ...session, completed_at: '2020-01-01T00:00:00Z' }).durationMs).toBe(0);
});

test('names the subagents in a figure only if they add to it', () => {
  expect(writeMainAndInner({ main: 131, inner: 132 }, String)).toBe('131 +132');
  expect(writeMainAndInner({ main: 0, inner: 39 }, String)).toBe('0 +39');
  expect(writeMainAndInner({ main: 7, inner: 0 }, String)).toBe('7');
});
