import type { ReactElement } from 'react';
import { prepareMasking, SessionReplay } from '../../src/components/index.ts';
import '../../src/components/styles.css';
import { createLoader, type LoadedSession } from '../../src/loading/index.ts';
import LoadingWorker from '../../src/loading/worker/index.ts?worker';
import { knownBrief, type Replay } from '../../src/replay/index.ts';
import { useSlicedReplay } from '../../src/replay/react/index.ts';
import { sessionFile } from '../bigSession.ts';
import { collectGarbage, coverage, type FrameTimes, frames, painted, scrollerOf, usedHeapMb } from './meters.ts';
import { clear, show, update } from './stage.ts';

/** Results of the benchmark, in milliseconds unless stated otherwise. */
export interface ViewFigures {
  bytes: number;
  firstContent: number;
  complete: number;
  /** Until the brief beside the list is that of the whole session. */
  briefed: number;
  nodes: number;
  heapMb: number;
  scroll: FrameTimes;
  seek: number;
  select: number;
  expand: number;
  play: FrameTimes;
  /** Of twenty distant calls that were chosen, how many were not in view in the next frame. */
  missed: number;
  /** Pixels between the end of the last row and the lower edge of the view, after the End key was pressed. */
  lastRowOff: number;
}

let replay: Replay | undefined;

const loader = createLoader(() => new LoadingWorker());
// As a page does that is about to read a session.
loader.prepare();

function Loaded({ loaded }: { loaded: LoadedSession | undefined }): ReactElement | null {
  const made = useSlicedReplay(loaded?.session, { at: 'start' });
  replay = made;
  return made === undefined ? null : <SessionReplay replay={made} style={{ height: '100vh' }} />;
}

/** Loads a session of that many calls from its file, scrolls, plays and runs queries. Its replay stays on the page. */
export async function measureReplay(calls: number): Promise<ViewFigures> {
  const loading = await load(sessionFile(calls), Math.ceil(Math.floor(calls / 10) / 100));
  const store = replay as Replay;
  const { index } = store.getState();
  // Below lanes, the list appears after its surroundings.
  while (document.querySelector('[role=tree] [role=treeitem]') === null) await painted();
  const scroller = scrollerOf(document.querySelector('[role=tree]') as HTMLElement);
  const scroll = await frames('frame', scroller, () => coverage(scroller));
  const nodes = document.querySelectorAll('*').length;

  const middle = index.items.length >> 1;
  const trigger = index.runs.find((run) => run.trigger !== undefined)?.trigger?.id ?? '';
  const seek = await acted('seek', (n) => store.seekToItem(middle + n));
  const select = await acted('select', (n) => store.select(index.items[middle + n]?.id));
  const expand = await acted(
    'unfold',
    () => store.expand(trigger),
    () => store.collapseAll(),
  );
  store.toStart();
  store.setRate(32);
  store.play();
  const play = await frames('played frame', undefined, () => 1);
  store.pause();
  const missed = await chooseFromAfar(store);
  const lastRowOff = await endOfList(scroller);
  return { ...loading, nodes, heapMb: usedHeapMb(), scroll, seek, select, expand, play, missed, lastRowOff };
}

/** The last measured replay. */
export function measuredReplay(): Replay {
  if (replay === undefined) throw new Error('Measure the replay first.');
  return replay;
}

async function load(
  blob: Blob,
  subSessions: number,
): Promise<Pick<ViewFigures, 'bytes' | 'firstContent' | 'complete' | 'briefed'>> {
  clear();
  collectGarbage();
  await painted();
  performance.mark('load');
  const begun = performance.now();
  let firstContent = 0;
  show(<Loaded loaded={undefined} />);
  const seen = new MutationObserver(() => {
    if (firstContent > 0 || document.querySelector('[role=treeitem]') === null) return;
    firstContent = performance.now() - begun;
    performance.mark('first content');
  });
  seen.observe(document.body, { childList: true, subtree: true });
  const loading = loader.load([{ name: 'big.json', blob }], {
    onSession(loaded) {
      performance.mark('first session');
      update(<Loaded loaded={loaded} />);
    },
  });
  await prepareMasking();
  const { refused } = await loading;
  if (refused.length > 0) throw new Error(refused[0]?.because);
  while (replay?.getState().index.session.sub_sessions.length !== subSessions || firstContent === 0) await painted();
  await painted();
  const complete = performance.now() - begun;
  performance.mark('loaded');
  seen.disconnect();
  while (replay === undefined || knownBrief(replay.getState().index) === undefined) await painted();
  const briefed = performance.now() - begun;
  performance.mark('briefed');
  // The worker ends with the page: of one that has ended, a trace lacks what it did last.
  return { bytes: blob.size, firstContent, complete, briefed };
}

/** Milliseconds of script, style and layout of an action, including the rendering that React puts into microtasks; painting comes later. */
async function acted(mark: string, action: (n: number) => void, undo?: () => void): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 9; n += 1) {
    performance.mark(mark);
    const begun = performance.now();
    action(n);
    for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
    document.body.getBoundingClientRect();
    times.push(performance.now() - begun);
    await painted();
    undo?.();
    await painted();
  }
  return times.sort((a, b) => a - b)[times.length >> 1] ?? 0;
}

async function chooseFromAfar(store: Replay): Promise<number> {
  const { items, runs } = store.getState().index;
  const own = runs[0]?.items ?? new Uint32Array();
  let missed = 0;
  for (let n = 0; n < 20; n += 1) {
    const item = items[own[Math.floor((own.length - 1) * ((n * 0.618) % 1))] ?? 0];
    store.select(item?.id);
    await painted();
    const view = scrollerOf(document.querySelector('[role=tree]') as HTMLElement).getBoundingClientRect();
    const row = document.querySelector('[role=treeitem][aria-selected=true]')?.getBoundingClientRect();
    if (row === undefined || row.top < view.top - 1 || row.bottom > view.bottom + 1) missed += 1;
  }
  return missed;
}

async function endOfList(scroller: HTMLElement): Promise<number> {
  const row = document.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]');
  row?.focus();
  row?.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }));
  await painted();
  await painted();
  const last = document.activeElement?.closest('[role=treeitem]')?.getBoundingClientRect();
  return Math.abs((last?.bottom ?? Number.NaN) - scroller.getBoundingClientRect().bottom);
}
