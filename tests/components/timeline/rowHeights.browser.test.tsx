import { expect, test, vi } from 'vitest';
import { KitProvider, Timeline } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { rowId } from '../../../src/components/timeline/rowFacts.ts';
import { rowHeights } from '../../../src/components/timeline/rowHeights.ts';
import { timelineRows } from '../../../src/components/timeline/timelineRows.ts';
import { indexSession, noFilters } from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();

const session = sessionFromText(`
  == explore
  0:00 user: Find the lost hour
  0:10 Read(a.ts) 1s: ok
  0:12 Bash(ls) 1s failed: no such folder
  == execute
  0:20 Edit(b.ts) 1s: ok
  0:25 thinking: The next file should show it.
  0:27 plan: [x] read, [ ] check
  0:30 assistant: Done
  0:40 assistant: Done
`);
const events = session.events.map((event) =>
  event.type === 'message' && event.role === 'assistant' && event.at?.endsWith('40.000Z') === true
    ? { ...event, text: 'Done:\n```\nnpm test\nnpm start\n```' }
    : event,
);
const index = indexSession({ ...session, events });
const unfolded = index.items.flatMap((item) =>
  item.is === 'event' && ['thinking', 'plan'].includes(item.event.type) ? item.id : [],
);

test.each([1000, 400])('rows without long texts are drawn as high as they were laid out, in %i px', async (widthPx) => {
  const expanded = new Set(unfolded);
  root.render(
    <KitProvider>
      <Timeline {...{ index, expanded }} style={{ width: widthPx, height: 600 }} />
    </KitProvider>,
  );
  const rows = timelineRows(index, noFilters, expanded);
  const drawn = (): HTMLElement[] => [...root.host.querySelectorAll<HTMLElement>('[data-row]')];
  await vi.waitUntil(() => drawn().length === rows.count);
  // What draws blocks of code is loaded when the first one is there.
  await vi.waitUntil(() => root.host.querySelector('.ark-prose__code-block') !== null, 10_000);
  const width = root.host.querySelector('.ark-timeline__scroller')?.clientWidth ?? 0;
  const heightsOf = (px: ArrayLike<number>) => Object.fromEntries(drawn().map((_, row) => [rowId(rows, row), px[row]]));
  expect(heightsOf(drawn().map((row) => row.offsetHeight))).toEqual(heightsOf(rowHeights(rows, expanded, width)));
});
