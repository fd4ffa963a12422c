import { SessionCompare } from '../../src/components/index.ts';
import { createReplay, createSystemClock, indexInSlices } from '../../src/replay/index.ts';
import type { Session } from '../../src/session/index.ts';
import { bigSession } from '../bigSession.ts';
import { measuredReplay } from './measureReplay.tsx';
import { painted, watchBlocks } from './meters.ts';
import { show } from './stage.ts';

/** Times of a comparison, in milliseconds, and its number of rows. */
export interface CompareFigures {
  aligned: number;
  longestBlock: number;
  nextDifference: number;
  rows: number;
}

/** Compares the last measured replay with another run of as many calls, a tenth of which differ. */
export async function measureCompare(calls: number): Promise<CompareFigures> {
  const left = measuredReplay();
  const right = createReplay(await indexInSlices(otherRun(calls)), { clock: createSystemClock(), at: 'end' });
  await painted();
  const blocks = watchBlocks();
  const begun = performance.now();
  show(<SessionCompare left={left} right={right} style={{ height: '100vh' }} />);
  while (document.querySelector('.ark-compare[data-state=compared] [data-row]') === null) await painted();
  await painted();
  const aligned = performance.now() - begun;
  const longestBlock = blocks();
  const stepped = performance.now();
  document
    .querySelector('.ark-compare__frame')
    ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true }));
  await painted();
  const nextDifference = performance.now() - stepped;
  const rows = Number(document.querySelector('[role=grid]')?.getAttribute('aria-rowcount'));
  return { aligned, longestBlock, nextDifference, rows };
}

function otherRun(calls: number): Session {
  const session = bigSession(calls);
  const tool_calls = session.tool_calls
    .filter((_, n) => n % 97 !== 3)
    .map((call, n) =>
      n % 10 === 0 ? { ...call, input: { params: { ...call.input.params, command: `pnpm step ${n}` } } } : call,
    );
  return { ...session, session_id: 'big-again', tool_calls };
}
