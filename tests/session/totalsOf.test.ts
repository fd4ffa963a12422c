import { expect, test } from 'vitest';
import { totalsOf, writeMainAndInner } from '../../src/session/index.ts';
import { createBuilders } from '../../stories/data/builders.ts';
import { session, sparseSession } from '../../stories/data/session.ts';

const { call } = createBuilders();

test('calls, failures and tokens of subagents are counted apart', () => {
  expect(totalsOf(session)).toMatchObject({
    calls: { main: 7, inner: 15 },
    failed: { main: 1, inner: 0 },
    tokens: { main: { output: 59_112 }, inner: {} },
    durationMs: 9_691_000,
    messages: 2,
  });
});

test('denied, interrupted, cancelled and unanswered calls are no failures, though v3.0 calls them so', () => {
  const calls = (['failed', 'denied', 'interrupted', 'cancelled', 'unanswered'] as const).map((outcome) =>
    call('Bash', 'action', { outcome }),
  );
  expect(totalsOf({ ...sparseSession, tool_calls: calls }).failed).toEqual({ main: 1, inner: 0 });
});

test('without readable times the summary says how long it took', () => {
  expect(totalsOf({ ...session, completed_at: 'later' }).durationMs).toBe(9_691_000);
  expect(totalsOf({ ...session, completed_at: '2020-01-01T00:00:00Z' }).durationMs).toBe(0);
});

test('a figure names the subagents only where they add to it', () => {
  expect(writeMainAndInner({ main: 131, inner: 132 }, String)).toBe('131 +132');
  expect(writeMainAndInner({ main: 0, inner: 39 }, String)).toBe('0 +39');
  expect(writeMainAndInner({ main: 7, inner: 0 }, String)).toBe('7');
});
