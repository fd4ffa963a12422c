import { expect, test } from 'vitest';
import { prepareTimeline } from '../../../src/components/timeline/prepareTimeline.ts';
import { rowHeights } from '../../../src/components/timeline/rowHeights.ts';
import { rowOfId } from '../../../src/components/timeline/rowIdentity.ts';
import { timelineRows } from '../../../src/components/timeline/timelineRows.ts';
import { createManualClock, createReplay, indexSession } from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

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
