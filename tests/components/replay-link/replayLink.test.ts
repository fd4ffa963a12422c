import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  quoteItem,
  type ReplayLink,
  readReplayLink,
  writeReplayLink,
} from '../../../src/components/replay-link/replayLink.ts';
import { followLink, linkOf } from '../../../src/components/replay-link/useReplayLink.ts';
import { unfoldRuns } from '../../../src/components/shared/unfoldRuns.ts';
import { timelineRows } from '../../../src/components/timeline/timelineRows.ts';
import {
  createManualClock,
  createReplay,
  indexSession,
  noFilters,
  phaseBlocks,
  type Replay,
  type ReplayItem,
  sessionMs,
} from '../../../src/replay/index.ts';
import { foldOfPhase } from '../../../src/replay/internal.ts';
import type { FilePatch } from '../../../src/session/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const session = {
  ...sessionFromText(`
  0:00 user: Find the lost hour
  0:10 Task(Look around) 20s as explorer
    0:12 Read(a.ts) 1s: ok
  0:40 Read(b.ts) 1s: ok
  0:40 Bash(ls) 1s: ok
  0:50 assistant: Found
`),
  session_id: 'lost-hour',
};

const replay = (): Replay => createReplay(session, { clock: createManualClock(), at: 'start' });

/** Names as an address may hold them: not empty, and no half of a character that needs two. */
const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((text) => text.isWellFormed());
const names = fc.array(name, { maxLength: 5 });

const links = fc.record({
  session: name,
  at: fc.integer({ min: 0, max: 1e9 }),
  item: name,
  selected: name,
  filters: fc.record({
    hidden: fc.subarray(['thinking', 'usage'] as const),
    only: fc.constantFrom('everything' as const, 'prompts' as const),
    between: fc.option(
      fc.tuple(fc.nat(1e9), fc.nat(1e9)).map(([from, span]) => ({ from: sessionMs(from), to: sessionMs(from + span) })),
      { nil: undefined },
    ),
  }),
  expanded: names,
  panels: names,
}) satisfies fc.Arbitrary<ReplayLink>;

test('a link to an item that a level or a folded phase hides unfolds it', () => {
  const told = {
    ...sessionFromText(`
      0:00 user: Find it
      == explore
      0:10 Read(a.ts) 1s: ok
      0:12 Read(b.ts) 1s: ok
      0:14 Read(c.ts) 1s: ok
      0:50 assistant: Found
      1:00 user: And the next
      1:10 Read(d.ts) 1s: ok
      1:20 assistant: Found, too`),
    session_id: 'told',
  };
  const item = (one: Replay): number => one.getState().index.itemById('tool-002')?.index ?? -1;
  const hasRow = (one: Replay): boolean => {
    const { index, filters, expanded } = one.getState();
    const rows = timelineRows(index, filters, expanded);
    const row = rows.rowOfItem(item(one));
    return rows.kind(row) === 'item' && rows.ref(row) === item(one);
  };
  for (const level of ['story', 'steps'] as const) {
    const one = createReplay(told, { clock: createManualClock(), at: 'start', filters: { level } });
    expect(hasRow(one)).toBe(false);
    followLink(one, { session: 'told', filters: { level }, selected: 'tool-002' });
    expect(hasRow(one)).toBe(true);
  }
  const folded = createReplay(told, { clock: createManualClock(), at: 'start', filters: { level: 'everything' } });
  const { index } = folded.getState();
  const phase = phaseBlocks(index).find(({ annotation }) => annotation !== undefined);
  folded.expand(phase === undefined ? '' : foldOfPhase(index, phase));
  expect(hasRow(folded)).toBe(false);
  unfoldRuns(folded, index.items[item(folded)] as ReplayItem);
  expect(hasRow(folded)).toBe(true);
});

test('reading a written link gives back the same', () => {
  fc.assert(
    fc.property(links, (link) => {
      expect(readReplayLink(writeReplayLink(link))).toEqual(link);
      expect(readReplayLink(`?${writeReplayLink(link)}`)).toEqual(link);
    }),
  );
});

test('a link with a filter in the old form becomes a search that shows only matches', () => {
  const { search, panels, filters } = readReplayLink(
    'session=x&tool=Read&outcome=failed&phase=explore&agent=explorer&q=lost%20"hour&category=action&panel=state',
  );
  expect(search).toBe('tool:"Read" status:"failed" phase:"explore" agent:"explorer" "lost  hour"');
  expect(panels).toEqual(['state', 'matches']);
  expect(filters).toMatchObject({ only: 'everything' });
  expect(readReplayLink('session=x&tool=Read&find=here')).toMatchObject({ search: 'here', panels: [] });
});

test('a link without hidden kinds leaves them unchanged, and one with an empty list shows all kinds', () => {
  const one = replay();
  one.filter({ hidden: ['usage'] });
  followLink(one, readReplayLink(`session=${session.session_id}&t=0:10`));
  expect(one.getState().filters.hidden).toEqual(['usage']);
  followLink(one, readReplayLink(writeReplayLink({ session: session.session_id, filters: { hidden: [] } })));
  expect(one.getState().filters.hidden).toEqual([]);
});

test('no address makes it throw', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const link = readReplayLink(text);
      expect(followLink(replay(), { ...link, session: session.session_id })).toBe(true);
    }),
  );
  expect(readReplayLink('session=x&t=-4&category=__proto__&outcome=odd&hide=call&only=all')).toMatchObject({
    session: 'x',
    at: undefined,
    filters: { ...noFilters, hidden: ['call'] },
  });
  expect(readReplayLink(`expanded=${'x'.repeat(5000)}&${'expanded=a&'.repeat(500)}`).expanded).toHaveLength(64);
});

test("a moment may be written in the form of the replay's clock", () => {
  const moments = ['1:12:19', '12:19', '0:00:07.5', '7500', '1:2', '-1:00', ':30', '1:00:00:00'];
  expect(moments.map((t) => readReplayLink(`t=${t}`).at)).toEqual([
    4_339_000,
    739_000,
    7500,
    7500,
    62_000,
    undefined,
    undefined,
    undefined,
  ]);
});

test('a link leads to where the replay was', () => {
  const one = replay();
  one.seekToItem(3);
  one.select('tool-002');
  one.expand('tool-001');
  one.filter({ hidden: ['message'] });
  const text = writeReplayLink(linkOf(one, { panels: ['state'], search: 'tool:Bash "not found"' }));

  const other = replay();
  other.expand('tool-003');
  const link = readReplayLink(text);
  expect(followLink(other, link)).toBe(true);
  expect(other.position()).toEqual(one.position());
  expect(link.panels).toEqual(['state']);
  expect(link.search).toBe('tool:Bash "not found"');
  const { selection, expanded, filters } = other.getState();
  expect({ selection, expanded, filters }).toEqual({
    selection: 'tool-002',
    expanded: new Set(['tool-001']),
    filters: one.getState().filters,
  });
});

test('a link names which of several items at the same moment it means', () => {
  const one = replay();
  const same = [3, 4].map((item) => {
    one.seekToItem(item);
    return linkOf(one, { panels: [], search: '' });
  });
  expect(same[0]?.at).toBe(same[1]?.at);
  for (const [n, link] of same.entries()) {
    const other = replay();
    followLink(other, link);
    expect(other.position().item).toBe(3 + n);
  }
});

test('a link to another session is not followed', () => {
  const one = replay();
  const before = one.getState();
  expect(followLink(one, { session: 'another', at: 20_000, selected: 'tool-001' })).toBe(false);
  expect(followLink(one, {})).toBe(false);
  expect(one.getState()).toBe(before);
});

test('ids and items that the session does not have are skipped', () => {
  const one = replay();
  expect(followLink(one, { session: session.session_id, at: 41_000, item: 'nothing', selected: 'nothing' })).toBe(true);
  expect(one.position().at).toBe(41_000);
  expect(one.getState().selection).toBeUndefined();
});

const { items } = indexSession(
  sessionFromText(`
    0:00     user: See <b>this</b>\u202e ![pixel](https://evil.example/p.png)
    0:05     Bash(pnpm test) 2s failed: 2 tests failed
    0:09     thinking:
    0:10     Edit(a.ts) 1s
  `),
);
const quote = (at: number, address?: string): string =>
  quoteItem(items[at] as ReplayItem, { name: 'You: [a](b)', time: '0:00', address });

test('a message becomes a quote in which no markup is active', () => {
  expect(quote(0, 'https://host.example/#t=1')).toBe(
    '[0:00 \u00b7 You: &#91;a&#93;(b)](<https://host.example/#t=1>)\n\n> See &lt;b>this&lt;/b> !&#91;pixel](https://evil.example/p.png)\n',
  );
});

test('a call is its command and what it printed, each as code inside the quote', () => {
  expect(quote(1)).toBe(
    '**0:00 \u00b7 You: &#91;a&#93;(b)**\n\n> ```sh\n> pnpm test\n> ```\n>\n> ```\n> 2 tests failed\n> ```\n',
  );
});

test('a change is its difference', () => {
  const [, , , item] = items;
  if (item?.is !== 'call') throw new Error('The last item is a call.');
  const lines = [' same', '-was', '+is'];
  const patches: FilePatch[] = [
    { path: 'a.ts', change: 'modified', hunks: [{ old_start: 1, old_lines: 2, new_start: 1, new_lines: 2, lines }] },
  ];
  const call = { ...item.call, output: { ...item.call.output, result: { patches } } };
  expect(quoteItem({ ...item, call }, { name: 'Edit a.ts', time: '0:10' })).toBe(
    '**0:10 \u00b7 Edit a.ts**\n\n> ```diff\n>  same\n> -was\n> +is\n> ```\n',
  );
});

test('an item without a text becomes its line alone, and no address can break out of the link', () => {
  expect(quote(2, 'https://host.example/a b>')).toBe(
    '[0:00 \u00b7 You: &#91;a&#93;(b)](<https://host.example/a%20b%3E>)\n',
  );
});
