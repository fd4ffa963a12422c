import type { ReactElement } from 'react';
import { KitProvider, SessionReplay } from '../../src/components/index.ts';
import '../../src/components/styles.css';
import { createRangeLoader, type LoadedSession, type RangeLoader } from '../../src/loading/index.ts';
import type { Replay } from '../../src/replay/index.ts';
import { useSlicedReplay } from '../../src/replay/react/index.ts';
import { painted, usedHeapMb, watchBlocks } from '../view/meters.ts';
import { show, update } from '../view/stage.ts';

/** Times in milliseconds and bytes fetched so far, of a session that is opened from a server. */
export interface RangeFigures {
  by: string;
  first: { ms: number; bytes: number };
  complete: { ms: number; bytes: number };
  items: number;
  heapMb: number;
  longestBlock: number;
  /** From the choice of a call anywhere until its whole output is there: median of nine; bytes of all nine. */
  opened: { ms: number; bytes: number };
  /** Of thirty jumps over the whole list, the longest frame. */
  jump: number;
}

let replay: Replay | undefined;
let fetched = 0;

const countedFetch: typeof fetch = async (address, options) => {
  const answer = await fetch(address, options);
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      fetched += chunk.length;
      controller.enqueue(chunk);
    },
  });
  return new Response(answer.body?.pipeThrough(counter), answer);
};

function Loaded({ loader, loaded }: { loader: RangeLoader; loaded: LoadedSession | undefined }): ReactElement | null {
  const made = useSlicedReplay(loaded?.session, { at: 'start' });
  replay = made;
  return made === undefined ? null : (
    <KitProvider contents={loader.contents}>
      <SessionReplay replay={made} style={{ height: '100vh' }} />
    </KitProvider>
  );
}

async function measureRanges(): Promise<RangeFigures> {
  const loader = createRangeLoader({
    session: 'data/long.json',
    abridged: 'data/long.abridged.gz',
    fetch: countedFetch,
  });
  const blocks = watchBlocks();
  const begun = performance.now();
  const now = () => ({ ms: performance.now() - begun, bytes: fetched });
  let first = { ms: 0, bytes: 0 };
  show(<Loaded loader={loader} loaded={undefined} />);
  const seen = new MutationObserver(() => {
    if (first.ms === 0 && document.querySelector('[role=treeitem]') !== null) first = now();
  });
  seen.observe(document.body, { childList: true, subtree: true });
  const { loaded, by } = await loader.load({
    onSession: (each) => update(<Loaded loader={loader} loaded={each} />),
  });
  while (replay?.getState().index.session !== loaded.session) await painted();
  await painted();
  const complete = now();
  const longestBlock = blocks();
  const store = replay as Replay;
  const { items } = store.getState().index;
  const before = fetched;
  const times: number[] = [];
  for (let n = 1; n <= 9; n += 1) {
    const item = items.findIndex(
      (each, at) => at > (items.length * n) / 10 && each.is === 'call' && each.call.content_refs !== undefined,
    );
    const chosen = performance.now();
    store.select(items[item]?.id);
    await painted();
    while (/omitted here/.test(document.querySelector('.ark-replay__detail')?.textContent ?? '')) await painted();
    times.push(performance.now() - chosen);
  }
  times.sort((a, b) => a - b);
  const opened = { ms: times[4] ?? 0, bytes: fetched - before };
  let jump = 0;
  for (let n = 0; n < 30; n += 1) {
    const from = performance.now();
    store.seekToItem(Math.floor((items.length * ((n * 37) % 100)) / 100));
    await painted();
    jump = Math.max(jump, performance.now() - from);
  }
  return { by, first, complete, items: items.length, heapMb: usedHeapMb(), longestBlock, opened, jump };
}

const bench = { measureRanges };

/** What the page can be asked to measure. */
export type RangeBench = typeof bench;

Object.assign(window, { rangeBench: bench });
