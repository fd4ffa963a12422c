import type { ReactElement } from 'react';
import { KitProvider, SessionReplay } from '../../src/components/index.ts';
import '../../src/components/styles.css';
import { createRangeLoader, type LoadedSession, type RangeLoader } from '../../src/loading/index.ts';
import type { Replay } from '../../src/replay/index.ts';
import { useSlicedReplay } from '../../src/replay/react/index.ts';
import { searched, typeQuery } from '../view/measureSearch.ts';
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

/** Milliseconds, bytes and megabytes of a search through the session of {@link measureRanges}. */
export interface RangeSearchFigures {
  /** From the first letter until matches are painted, and until all of the copy is searched. */
  first: number;
  all: number;
  matches: number;
  longestBlock: number;
  heapMb: number;
  /** Reading the session file for a word that the copy leaves out. */
  wholes: { ms: number; bytes: number; matches: number; longestBlock: number; heapMb: number };
  /** From closing a search that reads on, until no more is fetched. */
  cancelled: number;
}

const countOf = (): number =>
  Number.parseInt((document.querySelector('.ark-search__count')?.textContent ?? '').replaceAll(',', ''), 10) || 0;

/** Searches with words that the copy has, then with one that only the session file has, twice; the second time it is given up. */
async function measureSearch(word: string): Promise<RangeSearchFigures> {
  const tree = document.querySelector<HTMLElement>('[role=tree]');
  tree?.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
  while (document.querySelector('.ark-search input') === null) await painted();
  const blocks = watchBlocks();
  const begun = performance.now();
  typeQuery('step 450');
  while (document.querySelector('.ark-search__match') === null) await painted();
  const first = performance.now() - begun;
  await searched();
  const all = performance.now() - begun;
  const figures = { first, all, matches: countOf(), longestBlock: blocks(), heapMb: usedHeapMb() };

  typeQuery(word);
  await painted();
  await searched();
  const whole = watchBlocks();
  const [from, before] = [performance.now(), fetched];
  const read = (): void => document.querySelector<HTMLElement>('.ark-search__wholes button')?.click();
  read();
  const isReading = (): boolean => document.querySelector('.ark-search__wholes[data-state=reading]') !== null;
  do await painted();
  while (isReading());
  // What was read is searched a little later.
  for (let n = 0; n < 20; n += 1) await painted();
  await searched();
  const wholes = {
    ...{ ms: performance.now() - from, bytes: fetched - before, matches: countOf() },
    ...{ longestBlock: whole(), heapMb: usedHeapMb() },
  };

  typeQuery(`${word}x`);
  await painted();
  await searched();
  read();
  for (let n = 0; n < 10; n += 1) await painted();
  const cancelledAt = performance.now();
  typeQuery('');
  tree?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  let last = fetched;
  let quiet = performance.now();
  while (performance.now() - quiet < 500) {
    await painted();
    if (fetched !== last) quiet = performance.now();
    last = fetched;
  }
  return { ...figures, wholes, cancelled: quiet - cancelledAt };
}

const bench = { measureRanges, measureSearch };

/** What the page can be asked to measure. */
export type RangeBench = typeof bench;

Object.assign(window, { rangeBench: bench });
