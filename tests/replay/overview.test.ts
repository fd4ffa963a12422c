import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { overviewOf, spanOf } from '../../src/replay/index.ts';
import { queryOfPart } from '../../src/replay/internal.ts';
import {
  parseSession,
  type SessionEntry,
  type SessionQuery,
  sessionsInMemory,
  totalsOf,
} from '../../src/session/index.ts';
import { sumsOfSessions, sumsOfSource } from '../../src/session/internal.ts';
import { startOf } from '../../src/session/list/sessionEntry.ts';

const folder = join(import.meta.dirname, '../../data/sessions');
const read = (path: string): unknown => JSON.parse(readFileSync(join(folder, path), 'utf8'));
const { sessions } = read('index/sessions.json') as { sessions: readonly SessionEntry[] };

const entry = (more: Partial<SessionEntry>): SessionEntry => ({
  session_id: 's',
  task_title: 'Tide',
  status: 'success',
  created_at: '2026-03-14T23:30:00.000Z',
  model_id: 'opus',
  tool_calls_count: 1,
  source_format: 'wf',
  ...more,
});

it('equals a count over the samples themselves', () => {
  let [failed, cost, tools] = [0, 0, new Map<string, number>()];
  for (const { session_id } of sessions) {
    const { session } = parseSession(read(`${session_id}.json`));
    if (session === undefined) throw new Error(`${session_id} is no session.`);
    const totals = totalsOf(session);
    failed += totals.failed.main + totals.failed.inner;
    cost += (totals.tokens.main.cost_usd ?? 0) + (totals.tokens.inner.cost_usd ?? 0);
    for (const { tool_calls } of [session, ...session.sub_sessions])
      for (const { tool_name } of tool_calls) tools = tools.set(tool_name, (tools.get(tool_name) ?? 0) + 1);
  }
  const overview = overviewOf(sumsOfSessions(sessions));
  expect(overview.failedCalls).toBe(failed);
  expect(overview.failing.reduce((sum, { n }) => sum + n, 0)).toBe(failed);
  expect(overview.failing.every(({ tool, n }) => n <= (tools.get(tool) ?? 0))).toBe(true);
  expect(overview.cost).toBeCloseTo(cost, 6);
  for (const field of ['agent', 'model', 'project'] as const)
    for (const measure of ['sessions', 'activeMs', 'tokens'] as const)
      expect(overview[field].parts.reduce((sum, part) => sum + part[measure], 0)).toBe(overview[measure]);
  expect(overview.sessions).toBe(sessions.length);
});

describe('each part', () => {
  const source = sessionsInMemory([...sessions, entry({ session_id: 'empty', model_id: '' })]);
  const starts = sessions.flatMap((each) => startOf(each) ?? []).sort((a, b) => a - b);
  const startAt = (share: number): number => starts[Math.floor(starts.length * share)] ?? 0;
  const queries: SessionQuery[] = [
    {},
    { text: 'tide' },
    { format: ['claude-code'] },
    { outcome: ['failed'], model: ['unknown'] },
    // Not at the edges of days or months.
    { from: startAt(0.3) + 1, before: startAt(0.7) },
  ];

  it.each(queries)('of %o stands for the sessions that its query finds, and for all that they took', (query) => {
    const { time, agent, model, project, ...all } = overviewOf(source.sums(query));
    const parts = { time, agent: agent.parts, model: model.parts, project: project.parts };
    expect(all.sessions).toBe(source.page(query).total.n);
    for (const field of ['time', 'agent', 'model', 'project'] as const)
      for (const { value, ...figures } of parts[field]) {
        const narrowed = queryOfPart(query, field, value);
        expect(source.page(narrowed).total.n).toBe(figures.sessions);
        expect(overviewOf(source.sums(narrowed))).toMatchObject({ ...figures, cost: expect.closeTo(figures.cost, 9) });
      }
  });

  it('of sessions without a model is one, whatever their index writes', () => {
    const unnamed = sessions.filter(({ model_id }) => model_id === 'unknown').length + 1;
    const { parts } = overviewOf(source.sums({})).model;
    expect(parts.filter(({ value }) => value === '' || value === 'unknown')).toMatchObject([
      { value: 'unknown', sessions: unnamed },
    ]);
    expect(source.page({ model: ['unknown'] }).total.n).toBe(unnamed);
    expect(source.facets({}).model).toContainEqual({ value: 'unknown', n: unnamed });
  });
});

describe('the cost', () => {
  const prices = { models: { opus: { input: 10, output: 20 } }, currency: 'USD', date: '2026-01-31' };
  const priced = entry({ models: [{ model: 'opus', input: 1_000_000, output: 500_000 }] });

  it('is what a log states, whatever the prices', () => {
    const { cost, pricesOf, unpriced } = overviewOf(sumsOfSessions([{ ...priced, cost_usd: 3 }]), prices);
    expect({ cost, pricesOf, unpriced }).toEqual({ cost: 3, pricesOf: undefined, unpriced: 0 });
  });

  it('is worked out by prices, and says of what date they are', () => {
    const { cost, pricesOf, model } = overviewOf(sumsOfSessions([priced]), prices);
    expect({ cost, pricesOf, ofModel: model.parts[0]?.cost }).toEqual({
      cost: 20,
      pricesOf: '2026-01-31',
      ofModel: 20,
    });
  });

  it('is a minimum where a model has no price, and unknown without prices', () => {
    const other = entry({ models: [{ model: 'new', input: 5 }] });
    expect(overviewOf(sumsOfSessions([priced, other]), prices)).toMatchObject({ cost: 20, unpriced: 1 });
    expect(overviewOf(sumsOfSessions([priced]))).toMatchObject({ cost: 0, unpriced: 1 });
  });

  it('refuses prices that are none', () => {
    expect(() => overviewOf(sumsOfSessions([priced]), { ...prices, date: 'today' })).toThrow(/date/);
  });
});

it('parts the time by days in UTC, by months or by years, without gaps; each is a filter that finds its sessions', () => {
  const days = [entry({}), entry({ created_at: '2026-03-16T00:10:00.000Z' }), entry({ created_at: undefined })];
  const namesOf = (entries: readonly SessionEntry[]) =>
    overviewOf(sumsOfSessions(entries)).time.map(({ value, sessions: n }) => `${value}: ${n}`);
  expect(namesOf(days)).toEqual(['2026-03-14: 1', '2026-03-15: 0', '2026-03-16: 1']);
  const long = [...days, entry({ created_at: '2025-12-01T00:00:00.000Z' })];
  expect(namesOf(long)).toEqual(['2025-12: 1', '2026-01: 0', '2026-02: 0', '2026-03: 2']);
  const years = namesOf([...long, entry({ created_at: '2015-12-01T00:00:00.000Z' })]);
  expect([years[0], years.at(-1), years.length]).toEqual(['2015: 1', '2026: 2', 12]);
  const { time } = overviewOf(sumsOfSessions(sessions));
  const found = time.map(({ value }) => sessionsInMemory(sessions).page(spanOf(value)).total.n);
  expect(found).toEqual(time.map((part) => part.sessions));
});

it('counts sessions whose clock was never set as without a time', () => {
  const unset = [entry({ created_at: '1970-01-01T00:00:00.000Z' }), entry({ created_at: '1970-01-20T11:00:00.000Z' })];
  const { time, undated } = overviewOf(sumsOfSessions([...unset, entry({})]));
  expect({ time: time.map(({ value }) => value), undated }).toEqual({ time: ['2026-03-14'], undated: 2 });
  expect(sessionsInMemory(unset).facets({}).month).toEqual([]);
});

it('reads a source that adds nothing up page by page, no further than it has to, and stops on a signal', async () => {
  const rows = Array.from({ length: 2500 }, (_, n) => entry({ session_id: `s${n}` }));
  const { page, facets } = sessionsInMemory(rows);
  const many = { page, facets };
  expect(await sumsOfSource(many, {})).toEqual(sumsOfSessions(rows));
  expect(await sumsOfSource(many, {}, { most: 1200 })).toMatchObject({ exact: false, all: { sessions: 1200 } });
  await expect(sumsOfSource(many, {}, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
});
