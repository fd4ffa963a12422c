import { expect, test } from 'vitest';
import { rowId, rowOfId } from '../../../src/components/timeline/rowFacts.ts';
import { prepareTimeline, rowHeights } from '../../../src/components/timeline/rowHeights.ts';
import { timelineRows } from '../../../src/components/timeline/timelineRows.ts';
import {
  createManualClock,
  createReplay,
  indexSession,
  noFilters,
  type ReplayFilters,
} from '../../../src/replay/index.ts';
import { matchesOf } from '../../helpers/matchesOf.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const index = indexSession(
  sessionFromText(`
  == explore
  0:00 user: Find the lost hour
  0:10 Task(Look around) 20s as explorer
    0:12 Read(a.ts) 1s: ok
    0:14 Bash(ls) 1s failed: no such folder
  == execute
  9:40 Edit(b.ts) 1s: ok
  9:45 thinking: The next file should show where it comes from.
  9:46 Edit(c.ts) 1s failed: no
  == verify
  9:50 Bash(make) 1s failed: no rule
  9:55 assistant: Done
`),
);

function heights(widthPx: number, expanded: readonly string[], filters: ReplayFilters = noFilters) {
  const rows = timelineRows(index, filters, new Set(expanded));
  const found = rowHeights(rows, new Set(expanded), widthPx);
  return Object.fromEntries([...found].map((px, row) => [rowId(rows, row), px]));
}

function heightOf(id: string, widthPx: number, expanded: readonly string[] = []): number | undefined {
  return heights(widthPx, expanded)[id];
}

test('a row is one line high, a header lower, and what an agent or a command says higher', () => {
  const [prompt, start, ...rest] = Object.entries(heights(1000, []));
  expect(prompt).toEqual(['event-001', 16 + 18 + 22]);
  expect(start?.[0]).toMatch(/^phase:/);
  expect(start?.[1]).toBe(24);
  expect(rest.filter(([id]) => /^idle:/.test(id)).map(([, px]) => px)).toEqual([28]);
  const calls = Object.fromEntries(rest.filter(([id]) => /^tool-/.test(id)));
  // What a command that failed printed stands under it; what another tool says stands in the row.
  expect(Object.values(calls).map((px) => px > 28)).toEqual([false, false, false, true]);
});

test('narrower rows of text are higher', () => {
  expect(Object.entries(heights(400, [])).filter(([id, px]) => /^tool-/.test(id) && px === 32)).toHaveLength(3);
});

test("rows of a subagent's calls are lower, and exist only while they are unfolded", () => {
  const open = heights(1000, ['tool-001']);
  const inner = Object.keys(open).filter((id) => !(id in heights(1000, [])));
  expect(inner).toHaveLength(2);
  expect(open[inner[0] ?? '']).toBe(24);
  expect(open[inner[1] ?? '']).toBeGreaterThan(24);
  expect(open['tool-001']).toBe(28);
  expect(heights(400, ['tool-001'])[inner[0] ?? '']).toBe(32);
});

test('the height of a thought depends on whether it is unfolded', () => {
  const thought = index.items.find((item) => item.is === 'event' && item.event.type === 'thinking')?.id ?? '';
  expect(heightOf(thought, 1000)).toBe(28);
  expect(heightOf(thought, 1000, [thought])).toBe(28 + 8 + 22);
});

test('a filter does not change the heights of the remaining rows', () => {
  const rows = timelineRows(index, { ...noFilters, matches: matchesOf(index, 'tool:Edit') }, new Set(['tool-001']));
  const found = rowHeights(rows, new Set(['tool-001']), 1000);
  expect([...found].filter((_, row) => rows.kind(row) === 'item')).toEqual([28, 28]);
  expect(rowOfId(rows, 'tool-001')).toBe(-1);
});

test('prepared values are not computed again', () => {
  const index = indexSession(sessionFromText('0:00 user: Look\n0:10 Read(a.ts) 1s failed: no\n9:00 assistant: Done'));
  let looks = 0;
  const items = new Proxy(index.items, {
    get(list, key) {
      looks += 1;
      return Reflect.get(list, key);
    },
  });
  const watched = { ...index, items };
  const state = { ...createReplay(index, { clock: createManualClock() }).getState(), index: watched };
  for (const _ of prepareTimeline(state, 900));
  expect(looks).toBeGreaterThan(0);
  looks = 0;
  const rows = timelineRows(watched, state.filters, state.expanded);
  const heights = rowHeights(rows, state.expanded, 900);
  rowOfId(rows, 'nothing of that name');
  expect(looks).toBe(0);
  expect([...heights]).toEqual([
    ...rowHeights(timelineRows(index, state.filters, state.expanded), state.expanded, 900),
  ]);
});

test('callers may change the heights they were given', () => {
  const index = indexSession(sessionFromText('0:00 user: Look\n0:10 Read(a.ts) 1s'));
  const expanded: ReadonlySet<string> = new Set();
  const rows = timelineRows(
    index,
    { ...createReplay(index, { clock: createManualClock() }).getState().filters },
    expanded,
  );
  const first = rowHeights(rows, expanded, 900);
  const untouched = [...first];
  first.fill(1);
  expect([...rowHeights(rows, expanded, 900)]).toEqual(untouched);
});

test('a list that will make room for something beside it is prepared for both widths', () => {
  const index = indexSession(sessionFromText('0:00 user: Look\n0:10 Read(a.ts) 1s failed: no\n9:00 assistant: Done'));
  let looks = 0;
  const items = new Proxy(index.items, {
    get(list, key) {
      looks += 1;
      return Reflect.get(list, key);
    },
  });
  const state = { ...createReplay(index, { clock: createManualClock() }).getState(), index: { ...index, items } };
  for (const widthPx of [900, 675]) for (const _ of prepareTimeline(state, widthPx));
  looks = 0;
  const rows = timelineRows(state.index, state.filters, state.expanded);
  rowHeights(rows, state.expanded, 900);
  rowHeights(rows, state.expanded, 675);
  expect(looks).toBe(0);
});
