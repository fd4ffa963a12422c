import { expect, it } from 'vitest';
import {
  createListing,
  type ListedRow,
  type ListingOptions,
} from '../../../src/components/session-list/createListing.ts';
import type { PageOptions, SessionEntry, SessionQuery, SessionSource } from '../../../src/session/index.ts';
import { sessionsInMemory } from '../../../src/session/index.ts';

const entries = Array.from(
  { length: 250 },
  (_, n): SessionEntry => ({
    session_id: `s${String(n).padStart(3, '0')}`,
    task_title: `Session ${n}`,
    status: 'success',
    created_at: new Date(Date.UTC(2026, 5, 1) - n * 3_600_000).toISOString(),
    model_id: 'm',
    tool_calls_count: 1,
    source_format: 'wf',
    project: n % 5 === 0 ? '/work/tide' : '/work/harbour',
  }),
);
const memory = sessionsInMemory(entries);

/** A source that answers later, notes what it was asked, and can be made to fail. */
function slowSource() {
  const asked: [SessionQuery, PageOptions][] = [];
  const state = { fails: false };
  const source: SessionSource = {
    page: async (query, options = {}) => {
      asked.push([query, options]);
      if (state.fails) throw new Error('The server is away.');
      return memory.page(query, options);
    },
    facets: async (query) => memory.facets(query),
  };
  return { source, asked, state };
}

const listing = (more: Partial<ListingOptions>) =>
  createListing({
    source: memory,
    query: {},
    sort: 'newest',
    group: 'none',
    dayOf: (at) => at.slice(0, 10),
    atOnce: false,
    ...more,
  });

const later = () => new Promise((resolve) => setTimeout(resolve));
const kinds = (rows: readonly ListedRow[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { is } of rows) counts[is] = (counts[is] ?? 0) + 1;
  return counts;
};

it('has everything at once where the source answers at once', () => {
  const { status, rows, total } = listing({ atOnce: true }).get();
  expect({ status, ...kinds(rows), total: total?.n }).toEqual({ status: 'ready', session: 250, total: 250 });
});

it('fetches a page when its rows come in sight, once, from its cursor', async () => {
  const { source, asked } = slowSource();
  const list = listing({ source });
  expect(list.get().status).toBe('loading');
  list.start();
  await later();
  expect(kinds(list.get().rows)).toEqual({ session: 100, more: 1 });
  list.show(0, 10);
  expect(asked).toHaveLength(1);
  list.show(55, 70);
  list.show(56, 71);
  await later();
  expect(asked).toHaveLength(2);
  expect(kinds(list.get().rows)).toEqual({ session: 200, more: 1 });
  list.show(190, 200);
  await later();
  expect(kinds(list.get().rows)).toEqual({ session: 250 });
});

it('shows a heading for each day in the order of time, and for none in another order', async () => {
  const days = (sort: 'newest' | 'longest') => kinds(listing({ atOnce: true, group: 'day', sort }).get().rows).day;
  expect(days('newest')).toBe(new Set(entries.map(({ created_at }) => created_at?.slice(0, 10))).size);
  expect(days('longest')).toBeUndefined();
});

it('groups by folder: the first open, each read when it is opened, closed again without reading', async () => {
  const { source, asked } = slowSource();
  const list = listing({ source, group: 'project' });
  list.start();
  await later();
  list.show(0, 10);
  await later();
  const headings = () =>
    list.get().rows.flatMap((row) => (row.is === 'project' ? [[row.project, row.n, row.open]] : []));
  expect(headings()).toEqual([
    ['/work/harbour', 200, true],
    ['/work/tide', 50, false],
  ]);
  expect(asked.at(-1)?.[0]).toEqual({ project: ['/work/harbour'] });
  const second = list.get().rows.findIndex((row) => row.is === 'project' && !row.open);
  list.toggle(second);
  list.show(second, second + 10);
  await later();
  const before = asked.length;
  expect(kinds(list.get().rows)).toEqual({ project: 2, session: 150, more: 1 });
  list.toggle(second);
  list.toggle(second);
  expect(asked).toHaveLength(before);
});

it('says that the first page failed, and tries again', async () => {
  const { source, state } = slowSource();
  state.fails = true;
  const list = listing({ source });
  list.start();
  await later();
  expect(list.get()).toMatchObject({ status: 'failed', error: { message: 'The server is away.' } });
  state.fails = false;
  list.retry();
  await later();
  expect(list.get().status).toBe('ready');
});

it('keeps the rows it has when a later page fails, and tries that page again', async () => {
  const { source, state } = slowSource();
  const list = listing({ source });
  list.start();
  await later();
  state.fails = true;
  list.show(90, 100);
  await later();
  expect(kinds(list.get().rows)).toEqual({ session: 100, failed: 1 });
  state.fails = false;
  list.retry();
  await later();
  expect(kinds(list.get().rows)).toEqual({ session: 200, more: 1 });
});

it('takes nothing after it was stopped, and goes on when started again', async () => {
  const { source, asked } = slowSource();
  const list = listing({ source });
  list.start();
  list.stop();
  await later();
  expect(list.get().status).toBe('loading');
  expect(asked[0]?.[1].signal?.aborted).toBe(true);
  list.start();
  await later();
  expect(kinds(list.get().rows)).toEqual({ session: 100, more: 1 });
});
