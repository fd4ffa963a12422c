import { beforeEach, expect, test, vi } from 'vitest';
import { SessionReplay } from '../../../src/components/index.ts';
import '../../../src/components/styles.css';
import { timelineRows } from '../../../src/components/timeline/timelineRows.ts';
import { figuresOnAxis } from '../../../src/components/timeline-lanes/LanePlots.tsx';
import {
  axisOf,
  chaptersOf,
  createManualClock,
  createReplay,
  indexSession,
  layoutLanes,
  phaseBlocks,
} from '../../../src/replay/index.ts';
import { finish, kindOfItems } from '../../../src/replay/internal.ts';
import { longSession } from '../../../stories/data/longSession.ts';
import { testRoot } from '../../helpers/testRoot.ts';

const root = testRoot();
beforeEach(() => {
  root.host.style.width = '1200px';
});

/** What is known needs no step. */
const isKnown = (steps: Iterator<unknown>): boolean => steps.next().done === true;

test('what the page asks of a whole session is prepared before a grown one is drawn', async () => {
  const replay = createReplay(longSession(300), { clock: createManualClock(), at: 'start' });
  root.render(<SessionReplay replay={replay} lanesPanel="shown" style={{ height: 800 }} />);
  // Each part prepares itself once it is drawn, and they are drawn one after the other.
  for (const part of ['.ark-lanes', '.ark-row'])
    await vi.waitFor(() => expect(root.host.querySelector(part)).not.toBeNull(), { timeout: 20_000 });

  const index = indexSession(longSession(600));
  finish(replay.prepare(index));
  const { filters, expanded } = replay.getState();
  const time = axisOf({ ...replay.getState(), index });
  expect({
    phaseBlocks: isKnown(phaseBlocks.steps(index)),
    chaptersOf: isKnown(chaptersOf.steps(index)),
    timelineRows: isKnown(timelineRows.steps(index, filters, expanded)),
    kindOfItems: isKnown(kindOfItems.steps(index)),
    layoutLanes: isKnown(layoutLanes.steps(index, time)),
    figuresOnAxis: isKnown(figuresOnAxis.steps(index, layoutLanes(index, time).axis)),
  }).toEqual({
    phaseBlocks: true,
    chaptersOf: true,
    timelineRows: true,
    kindOfItems: true,
    layoutLanes: true,
    figuresOnAxis: true,
  });
});
