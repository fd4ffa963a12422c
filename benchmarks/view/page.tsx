import type { ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { List, type RowComponentProps } from 'react-window';
import { SessionReplay } from '../../src/components/index.ts';
import '../../src/components/styles.css';
import { createLoader, type LoadedSession } from '../../src/loading/index.ts';
import LoadingWorker from '../../src/loading/worker/index.ts?worker';
import type { Replay } from '../../src/replay/index.ts';
import { useSlicedReplay } from '../../src/replay/react/index.ts';
import { bigSession } from '../bigSession.ts';
import { block, frames, painted, watchBlocks } from './meters.ts';

/** What a run of the benchmark found, in milliseconds unless it says otherwise. */
export interface ViewFigures {
  bytes: number;
  jsonParse: number;
  firstContent: number;
  complete: number;
  longestBlock: number;
  nodes: number;
  heapMb: number;
  scroll: { p50: number; p95: number; worst: number; blank: number };
  seek: number;
  select: number;
  expand: number;
  play: { p95: number };
}

let root: Root | undefined;
let replay: Replay | undefined;

function Loaded({ loaded }: { loaded: LoadedSession | undefined }): ReactElement | null {
  const made = useSlicedReplay(loaded?.session, { at: 'start' });
  replay = made;
  return made === undefined ? null : <SessionReplay replay={made} style={{ height: '100vh' }} />;
}

function show(element: ReactElement): void {
  root?.unmount();
  const place = document.getElementById('root') as HTMLElement;
  root = createRoot(place);
  root.render(element);
}

/** The session's JSON as a file has it: the head first, one item a line. */
function fileOf(calls: number): Blob {
  const { tool_calls, events, sub_sessions, ...head } = bigSession(calls);
  const list = (items: readonly object[]): string => `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]`;
  const lists = `"tool_calls":${list(tool_calls)},"events":${list(events)},"sub_sessions":${list(sub_sessions)}`;
  return new Blob([JSON.stringify(head).slice(0, -1), `,${lists}}`]);
}

async function measureReplay(calls: number): Promise<ViewFigures> {
  const blob = fileOf(calls);
  const text = await blob.text();
  const jsonParse = block(() => JSON.parse(text));
  await painted();

  performance.mark('begun');
  const blocks = watchBlocks();
  const begun = performance.now();
  let firstContent = 0;
  root?.unmount();
  root = createRoot(document.getElementById('root') as HTMLElement);
  root.render(<Loaded loaded={undefined} />);
  const seen = new MutationObserver(() => {
    if (firstContent === 0 && document.querySelector('[role=treeitem]') !== null)
      firstContent = performance.now() - begun;
  });
  seen.observe(document.body, { childList: true, subtree: true });
  const { refused } = await createLoader(() => new LoadingWorker()).load([{ name: 'big.json', blob }], {
    onSession: (loaded) => root?.render(<Loaded loaded={loaded} />),
  });
  if (refused.length > 0) throw new Error(refused[0]?.because);
  while (replay?.getState().index.session.sub_sessions.length !== Math.ceil(Math.floor(calls / 10) / 100))
    await painted();
  await painted();
  const complete = performance.now() - begun;
  performance.mark('complete');
  seen.disconnect();
  const longestBlock = blocks();

  const tree = document.querySelector('[role=tree]') as HTMLElement;
  const scroller = scrollerOf(tree);
  const scroll = await frames(scroller, () => coverage(scroller));
  const index = replay.getState().index;
  const middle = index.items.length >> 1;
  const store = replay;
  const seek = await acted(() => store.seekToItem(middle));
  const select = await acted(() => store.select(index.items[middle]?.id));
  const expand = await acted(() =>
    store.expand(index.items.find((item) => index.runs.some((run) => run.trigger?.id === item.id))?.id ?? ''),
  );
  store.toStart();
  store.setRate(32);
  store.play();
  const play = await frames(undefined, () => 1);
  store.pause();
  const memory = (performance as { memory?: { usedJSHeapSize: number } }).memory;
  return {
    bytes: blob.size,
    jsonParse,
    firstContent,
    complete,
    longestBlock,
    nodes: document.querySelectorAll('*').length,
    heapMb: (memory?.usedJSHeapSize ?? 0) / 2 ** 20,
    scroll,
    seek,
    select,
    expand,
    play: { p95: play.p95 },
  };
}

/** Script, style and layout of an action, the rendering that React puts into microtasks with it; painting follows. */
async function acted(action: () => void): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    const begun = performance.now();
    action();
    for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
    document.body.getBoundingClientRect();
    times.push(performance.now() - begun);
    await painted();
  }
  return times.sort((a, b) => a - b)[2] ?? 0;
}

function scrollerOf(element: HTMLElement): HTMLElement {
  for (let each: HTMLElement | null = element; each !== null; each = each.parentElement) {
    if (each.scrollHeight > each.clientHeight + 10 && /auto|scroll/.test(getComputedStyle(each).overflowY)) return each;
  }
  return element;
}

/** Share of the middle of the view where something is drawn, at five places. */
function coverage(scroller: HTMLElement): number {
  const { left, top, width, height } = scroller.getBoundingClientRect();
  const places = [0.1, 0.3, 0.5, 0.7, 0.9];
  const drawn = places.filter((share) => {
    const found = document.elementFromPoint(left + width * 0.4, top + height * share);
    return found?.closest('[role=treeitem], [data-plain]') != null;
  });
  return drawn.length / places.length;
}

function PlainRow({ index, style }: RowComponentProps): ReactElement {
  return (
    <div data-plain="" style={style}>
      Row {index}
    </div>
  );
}

async function measureList(rows: number): Promise<ViewFigures['scroll']> {
  show(<List rowComponent={PlainRow} rowCount={rows} rowHeight={28} rowProps={{}} style={{ height: '100vh' }} />);
  await painted();
  await painted();
  const list = document.querySelector('[role=list]') as HTMLElement;
  return frames(list, () => coverage(list));
}

async function measureCanvas(): Promise<ViewFigures['scroll']> {
  show(<canvas width={1600} height={900} />);
  await painted();
  const context = document.querySelector('canvas')?.getContext('2d');
  return frames(undefined, () => {
    context?.clearRect(0, 0, 1600, 900);
    return 1;
  });
}

Object.assign(window, { bench: { measureReplay, measureList, measureCanvas } });
