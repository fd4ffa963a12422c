import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  createSearchTexts,
  indexSession,
  parseQuery,
  profileDimensions,
  profileOf,
  type SessionIndex,
  searchSteps,
  sessionCost,
  sessionMs,
} from '../../src/replay/index.ts';
import { finish } from '../../src/replay/slices.ts';
import { type Prices, parseSession, type Session, type ToolCall } from '../../src/session/index.ts';
import { newTokens, totalsOf } from '../../src/session/internal.ts';
import { sessionFromText } from '../helpers/sessionFromText.ts';
import { plainReading } from './search/plainReading.ts';

const drawn = (text: string): SessionIndex => indexSession(sessionFromText(text));

const index = drawn(`
  == explore
  0:00 user: Mend it
  0:01 Read(src/a.ts) 2s
  0:03 Bash(git status) 1s
  0:04 usage(large): input 1000, output 200, cache_read 90000
  == execute
  0:05 Edit(src/a.ts) 4s failed: no match
  0:10 Task(dig) 20s as explorer
    0:12 Bash(git log) 5s
    0:13 Bash(git status) 1s
    0:18 usage(small): input 10, output 2
  0:30 usage(large): output 40
  0:31 assistant: Done
  0:32 usage(large): output 8`);

const rowsOf = (...args: Parameters<typeof profileOf>): Record<string, unknown>[] =>
  profileOf(...args).rows.map(({ items, name, ...rest }) => ({ name, calls: items.length, ...rest }));

test('groups calls by what they share, longest time first', () => {
  expect(rowsOf(index, { by: 'tool' })).toMatchObject([
    { name: 'Task', calls: 1, totalMs: 20_000, selfMs: 14_000, p95Ms: 20_000, tokens: 20 },
    { name: 'Bash', calls: 3, totalMs: 7000, selfMs: 7000, p95Ms: 5000, tokens: 612 },
    { name: 'Edit', calls: 1, failed: 1, totalMs: 4000, tokens: 20 },
    { name: 'Read', calls: 1, totalMs: 2000, tokens: 600 },
    { name: undefined, calls: 0, totalMs: 0, p95Ms: undefined, tokens: 8, query: undefined },
  ]);
  expect(rowsOf(index, { by: 'command' })).toMatchObject([
    { name: undefined, calls: 3 },
    { name: 'git log', calls: 1, totalMs: 5000, query: 'command:="git log"' },
    { name: 'git status', calls: 2, totalMs: 2000 },
  ]);
  expect(rowsOf(index, { by: 'file' })).toMatchObject([{ name: undefined }, { name: 'src/a.ts', calls: 2 }]);
  expect(rowsOf(index, { by: 'agent' })).toMatchObject([
    { name: 'main', calls: 4, tokens: 1248 },
    { name: 'explorer', calls: 2, tokens: 12 },
  ]);
  expect(rowsOf(index, { by: 'phase' })).toMatchObject([
    { name: 'execute', calls: 4, tokens: 60 },
    { name: 'explore', calls: 2, tokens: 1200 },
  ]);
  expect(rowsOf(index, { by: 'model' })).toMatchObject([
    { name: 'large', calls: 4, tokens: 1248 },
    { name: 'small', calls: 2, tokens: 12 },
  ]);
});

test('lists the slowest calls, longest first', () => {
  const named = profileOf(index, { by: 'tool', slowest: 3 }).slowest.map((at) => index.items[at]?.id);
  expect(named).toEqual(['tool-004', 'sub-001-tool-001', 'tool-003']);
});

test('counts what goes on in a range, and the inner part of calls that reach beyond it', () => {
  const within = { from: sessionMs(4000), to: sessionMs(15_000) };
  expect(rowsOf(index, { by: 'tool', within })).toMatchObject([
    { name: 'Task', calls: 1, totalMs: 5000, p95Ms: 20_000 },
    { name: 'Bash', calls: 3, totalMs: 4000 },
    { name: 'Edit', calls: 1, totalMs: 4000 },
    { name: 'Read', calls: 0, totalMs: 0, tokens: 600 },
  ]);
  const { all } = profileOf(index, { by: 'tool', within });
  expect(all).toMatchObject({ totalMs: 13_000, failed: 1, tokens: 1200 });
});

test.each([
  ['rising', (n: number) => n + 1],
  ['falling', (n: number) => 400 - n],
  ['mostly equal', (n: number) => (n % 9 === 0 ? n + 1 : 7)],
  ['mixed', (n: number) => ((n * 7919) % 397) + 1],
])('finds the 95th percentile among many durations, %s', (_, secondsOf) => {
  for (const count of [1, 17, 20, 21, 400]) {
    const seconds = Array.from({ length: count }, (_, n) => secondsOf(n));
    const sorted = seconds.toSorted((a, b) => a - b);
    const many = drawn(seconds.map((each, n) => `${n}:00 Bash(make) ${each}s`).join('\n'));
    const p95 = (sorted[Math.ceil(0.95 * count) - 1] ?? 0) * 1000;
    expect(profileOf(many, { by: 'tool' }).all).toMatchObject({ p95Ms: p95 });
  }
});

test('gives no duration for a call without a result', () => {
  const left = drawn('0:00 Bash(make) 5s\n0:09 Bash(make test) 0s unanswered');
  expect(rowsOf(left, { by: 'tool' })).toMatchObject([{ calls: 2, totalMs: 5000, p95Ms: 5000 }]);
  const none = drawn('0:09 Bash(make test) 0s unanswered');
  expect(rowsOf(none, { by: 'tool' })).toMatchObject([{ calls: 1, totalMs: 0, p95Ms: undefined, tokens: undefined }]);
});

const prices: Prices = {
  currency: 'EUR',
  date: '2026-01-31',
  models: { large: { input: 10, output: 50, cache_read: 1 }, small: { input: 2, output: 4 } },
};

test('computes a cost only with prices from the host', () => {
  expect(sessionCost(index, undefined)).toBeUndefined();
  expect(profileOf(index, { by: 'model' }).all.cost).toBeUndefined();
  const large = (1000 * 10 + 248 * 50 + 90_000 * 1) / 1e6;
  const small = (10 * 2 + 2 * 4) / 1e6;
  const { all, rows } = profileOf(index, { by: 'model', prices });
  expect(all.cost).toMatchObject({ currency: 'EUR', date: '2026-01-31', unpriced: 0 });
  expect(all.cost?.amount).toBeCloseTo(large + small, 12);
  expect(rows.map(({ name, cost }) => [name, cost?.amount.toFixed(6)])).toEqual([
    ['large', large.toFixed(6)],
    ['small', small.toFixed(6)],
  ]);
});

test('counts responses without a price', () => {
  const { small } = prices.models;
  const some = { ...prices, models: { small: small as NonNullable<typeof small> } };
  expect(sessionCost(index, some)).toMatchObject({ unpriced: 3 });
  expect(sessionCost(index, { ...prices, models: {} })).toBeUndefined();
  const cached = { ...prices, models: { large: { input: 10, output: 50 } } };
  expect(sessionCost(index, cached)).toMatchObject({ amount: expect.closeTo((48 * 50) / 1e6, 9), unpriced: 2 });
});

test('finds the prices of a model whose id ends in a date', () => {
  const dated = drawn('0:00 Read(a) 1s\n0:01 usage(large-20250929): input 1000000');
  expect(sessionCost(dated, prices)?.amount).toBe(10);
  const other = drawn('0:00 Read(a) 1s\n0:01 usage(large-2): input 1000000');
  expect(sessionCost(other, prices)).toBeUndefined();
});

test('shows a cost stated in the log as stated', () => {
  const said = drawn('0:00 Read(a) 1s\n0:01 usage(large): input 1000, cost_usd 0.25');
  expect(sessionCost(said, prices)).toEqual({ amount: 0.25, currency: 'USD', date: undefined, unpriced: 0 });
  expect(profileOf(said, { by: 'tool', prices }).rows[0]?.cost).toMatchObject({ amount: 0.25, currency: 'USD' });
});

/** Counts again, without anything of the kit but what a call's outcome is. */
function countTools(session: Session): Map<string, { calls: number; failed: number; ms: number; p95: number }> {
  const calls = [session, ...session.sub_sessions].flatMap(({ tool_calls }): ToolCall[] => tool_calls);
  const counts = new Map<string, { calls: number; failed: number; ms: number; p95: number }>();
  for (const name of new Set(calls.map(({ tool_name }) => tool_name))) {
    const own = calls.filter(({ tool_name }) => tool_name === name);
    const known = own
      .filter(
        ({ outcome, duration_ms, inferred = [] }) =>
          outcome !== 'unanswered' && (duration_ms > 0 || !inferred.includes('duration_ms')),
      )
      .map(({ duration_ms }) => duration_ms);
    known.sort((a, b) => a - b);
    counts.set(name, {
      calls: own.length,
      failed: own.filter(
        ({ outcome, output }) => (outcome ?? (output.status === 'failed' ? 'failed' : '')) === 'failed',
      ).length,
      ms: known.reduce((sum, ms) => sum + ms, 0),
      p95: known[Math.ceil(known.length * 0.95) - 1] ?? -1,
    });
  }
  return counts;
}

/** The samples, and real sessions where `AGENT_SESSIONS` names a folder of converted ones. */
const folders = [join(import.meta.dirname, '../../data/sessions'), process.env.AGENT_SESSIONS ?? ''];
const files = folders.flatMap((folder) =>
  folder === ''
    ? []
    : readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .map((name): [string, string] => [name.slice(0, 60), join(folder, name)]),
);

describe.each(files)('the profile of %s', (_, file) => {
  let session: Session;
  let real: SessionIndex;
  beforeAll(() => {
    const read = parseSession(JSON.parse(readFileSync(file, 'utf8'))).session;
    if (read === undefined) throw new Error(`${file} is no session`);
    session = read;
    real = indexSession(read);
  });

  test('gives figures by tool equal to an independent count', () => {
    const rows = profileOf(real, { by: 'tool' }).rows.filter(({ name }) => name !== undefined);
    const counted = new Map(
      rows.map(({ name = '', items, failed, totalMs, p95Ms = -1 }) => [
        name,
        { calls: items.length, failed, ms: totalMs, p95: p95Ms },
      ]),
    );
    const expected = countTools(session);
    expect([...counted.keys()].sort()).toEqual([...expected.keys()].sort());
    for (const [name, figures] of counted) {
      expect({ name, ...figures, ms: Math.round(figures.ms) }).toEqual({
        name,
        ...expected.get(name),
        ms: Math.round(expected.get(name)?.ms ?? 0),
      });
    }
  });

  test('distributes all tokens over the rows, for every dimension', () => {
    const usages = [session, ...session.sub_sessions].flatMap(({ events }) =>
      events.flatMap((event) => (event.type === 'usage' ? [newTokens(event.usage) ?? 0] : [])),
    );
    const expected = usages.reduce((sum, tokens) => sum + tokens, 0);
    for (const by of profileDimensions) {
      const { rows, all } = profileOf(real, { by });
      expect(all.tokens ?? 0).toBeCloseTo(expected, 5);
      const shared = rows.reduce((sum, { tokens = 0 }) => sum + tokens, 0);
      if (by === 'file') expect(shared).toBeGreaterThanOrEqual(expected - 0.001);
      else expect(shared).toBeCloseTo(expected, 3);
    }
    const { main, inner } = totalsOf(session).tokens;
    if (main.input !== undefined && inner.input !== undefined) expect(expected).toBeGreaterThan(0);
  });

  test('gives each row a query that finds exactly its calls, ignoring case', () => {
    const texts = createSearchTexts(real, plainReading);
    for (const by of profileDimensions) {
      const { rows } = profileOf(real, { by });
      for (const { query, name } of rows.slice(0, 12)) {
        if (query === undefined) continue;
        const found = finish(searchSteps(texts, parseQuery(query))).items;
        const calls = Array.from(found).filter((at) => real.items[at]?.is === 'call');
        const alike = rows.filter((row) => row.name?.toLowerCase() === name?.toLowerCase());
        const expected = new Set(alike.flatMap(({ items }) => Array.from(items)));
        expect({ by, name, calls }).toEqual({ by, name, calls: [...expected].sort((a, b) => a - b) });
      }
    }
  });
});
