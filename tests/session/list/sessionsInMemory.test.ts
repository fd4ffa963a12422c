import { expect, it } from 'vitest';
import { entryOutcome, type SessionEntry, type SessionQuery, sessionsInMemory } from '../../../src/session/index.ts';

const entry = (session_id: string, more: Partial<SessionEntry> = {}): SessionEntry => ({
  session_id,
  task_title: session_id,
  status: 'success',
  created_at: '2026-03-14T08:05:00.000Z',
  total_duration_ms: 1,
  model_id: 'm',
  tool_calls_count: 1,
  source_format: 'wf',
  ...more,
});

const entries = [
  entry('Find the lost hour'),
  entry('Lose no hour', { status: 'failed', source_format: 'frago', project: '/work/tide' }),
  entry('舟山', { status: 'in_progress', created_at: '2026-04-01T00:00:00.000Z' }),
  entry('Odd', { status: 'constructor', outcome: '__proto__', created_at: undefined }),
];
const source = sessionsInMemory(entries);
const found = (query: SessionQuery): readonly string[] =>
  source.page(query).sessions.map(({ session_id }) => session_id);

it('lists the newest first, sessions without a time last', () => {
  expect(found({})).toEqual(['舟山', 'Lose no hour', 'Find the lost hour', 'Odd']);
});

it('finds words in any case and order, and requires all of them', () => {
  expect(found({ text: 'HOUR lo' })).toEqual(['Lose no hour', 'Find the lost hour']);
  expect(found({ text: 'hour find' })).toEqual(['Find the lost hour']);
  expect(found({ text: '"hour lost"' })).toEqual([]);
  expect(found({ text: '"lost hour" find' })).toEqual(['Find the lost hour']);
  expect(found({ text: '舟' })).toEqual(['舟山']);
  expect(found({ text: '.*' })).toHaveLength(4);
});

it('filters by format, outcome, folder and time, and a status counts only if its meaning is known', () => {
  expect(found({ format: ['frago'] })).toEqual(['Lose no hour']);
  expect(found({ outcome: ['running'] })).toEqual(['舟山']);
  expect(found({ project: ['/work/tide'] })).toEqual(['Lose no hour']);
  expect(found({ project: [''] })).toEqual(['舟山', 'Find the lost hour', 'Odd']);
  expect(found({ before: Date.parse('2026-04-01') })).toEqual(['Lose no hour', 'Find the lost hour']);
  expect(entries.map(entryOutcome)).toEqual(['succeeded', 'failed', 'running', 'unknown']);
});

it('orders by active time, cost and failures, unknown ones last', () => {
  const rows = [
    entry('long', { active_ms: 5, total_duration_ms: 900 }),
    entry('longer', { total_duration_ms: 10, cost_usd: 0 }),
    entry('costly', { active_ms: 1, cost_usd: 2, failed_calls_count: 0 }),
    entry('failing', { total_duration_ms: undefined, failed_calls_count: 1, inner_failed_calls_count: 2 }),
  ];
  const order = (sort: 'longest' | 'costliest' | 'failures'): readonly string[] =>
    sessionsInMemory(rows)
      .page({}, { sort })
      .sessions.map(({ session_id }) => session_id);
  expect(order('longest')).toEqual(['longer', 'long', 'costly', 'failing']);
  expect(order('costliest')).toEqual(['costly', 'longer', 'long', 'failing']);
  expect(order('failures')).toEqual(['failing', 'costly', 'longer', 'long']);
  expect(() => sessionsInMemory(rows).page({}, { sort: 'constructor' as never })).toThrow(/no order/);
});

it('goes on after a cursor, in every order, to the end, without gap or repetition', () => {
  const rows = Array.from({ length: 25 }, (_, n) => entry(`s${n}`, { failed_calls_count: n % 3 }));
  const many = sessionsInMemory(rows);
  for (const sort of ['newest', 'failures'] as const) {
    const seen: string[] = [];
    for (let after: string | undefined, more = true; more; more = after !== undefined) {
      const page = many.page({}, { sort, after, limit: 4 });
      seen.push(...page.sessions.map(({ session_id }) => session_id));
      after = page.next;
    }
    expect(seen).toHaveLength(25);
    expect(new Set(seen).size).toBe(25);
  }
  expect(() => many.page({}, { after: 'x' })).toThrow(RangeError);
});

it('counts the values of each field, sessions without a folder as an empty one', () => {
  expect(source.facets({})).toEqual({
    format: [
      { value: 'wf', n: 3 },
      { value: 'frago', n: 1 },
    ],
    outcome: ['failed', 'running', 'succeeded', 'unknown'].map((value) => ({ value, n: 1 })),
    model: [{ value: 'm', n: 4 }],
    project: [
      { value: '', n: 3 },
      { value: '/work/tide', n: 1 },
    ],
    month: [
      { value: '2026-04', n: 1 },
      { value: '2026-03', n: 2 },
    ],
  });
});
