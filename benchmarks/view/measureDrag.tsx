import { type PointerEvent, useState } from 'react';
import { SessionReplay } from '../../src/components/index.ts';
import '../../src/components/styles.css';
import { editedSession } from './editedFile.ts';
import { Bare } from './measureFiles.tsx';
import { painted } from './meters.ts';
import { show } from './stage.ts';

/**
 * A page whose transport is dragged: a replay with the file over its list, or beside it, or with the details of the item or the state there;
 * or only as many lines as the first draws.
 */
export type DraggedPage = 'replay' | 'beside' | 'item' | 'state' | 'lines';

/** Where a transport lies, in pixels of the page. */
export interface Track {
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

/** Number of lines that the replay drew. */
let drawnLines = 0;

/** Prepares a page and says where to drag. */
export async function openDrag(page: DraggedPage): Promise<Track> {
  if (page === 'lines') show(<BareReplay />);
  else await openReplay();
  if (page !== 'lines' && page !== 'replay') (await found('.ark-replay__actions button')).click();
  if (page === 'item' || page === 'state') (await found(`[role=tab][id$=${page}]`)).click();
  await rest();
  const { left, right, top, height } = (await found('[role=slider]')).getBoundingClientRect();
  return { left, right, y: top + height / 2 };
}

/** The replay with its file over the list, as who scrubs an edited file has it. */
async function openReplay(): Promise<void> {
  show(<SessionReplay session={editedSession()} options={{ at: 'start' }} style={{ height: '100vh' }} />);
  (await found('[role=tab][id$=files]')).click();
  (await found('.ark-files__file')).click();
  await found('.ark-diff__row');
  await rest();
  drawnLines = document.querySelectorAll('.ark-diff__row').length;
}

/** Bare lines that follow the pointer over a bare track. */
function BareReplay() {
  const [item, setItem] = useState(0);
  const seek = ({ clientX, currentTarget, buttons }: PointerEvent<HTMLElement>): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    if (buttons > 0) setItem(Math.round((200 * (clientX - left)) / width));
  };
  return (
    <>
      <div style={{ height: 'calc(100vh - 60px)', overflow: 'hidden' }}>
        <Bare count={drawnLines} item={item} />
      </div>
      <div
        role="slider"
        aria-label="Item"
        aria-valuenow={item}
        tabIndex={0}
        style={{ height: 60, touchAction: 'none' }}
        onPointerMove={seek}
      />
    </>
  );
}

/** What the page shows of where it is. */
function shownStop(): string {
  const shown = document.querySelector('.ark-files__steps') ?? document.querySelector('[role=tabpanel]');
  return (
    (shown ?? document.querySelector('[role=slider]')?.previousElementSibling?.firstElementChild)?.textContent ?? ''
  );
}

let frames = 0;
let stops = 0;
let isWatched = false;

/** Marks every frame from now on, and counts those in which another stop is shown. */
export function watchDrag(): void {
  [frames, stops, isWatched] = [0, 0, true];
  let last = shownStop();
  performance.mark('drag');
  const watch = (): void => {
    if (!isWatched) return;
    requestAnimationFrame(() => {
      performance.mark('frame');
      const now = shownStop();
      frames += 1;
      if (now !== last) {
        performance.mark('stop');
        stops += 1;
      }
      last = now;
      watch();
    });
  };
  watch();
}

/** Waits until what a move of the mouse changed is drawn, and marks that. */
export async function drawnAfterMove(): Promise<void> {
  for (let n = 0; n < 3; n += 1) await painted();
  performance.mark('drawn');
}

/** The frames and drawn stops since {@link watchDrag}, and what the page shows once it rests: a check of what it drew. */
export async function dragged(): Promise<{ frames: number; stops: number; shown: string }> {
  performance.mark('dragged');
  isWatched = false;
  const counted = { frames, stops };
  await rest();
  return { ...counted, shown: shownStop() };
}

async function found(selector: string): Promise<HTMLElement> {
  for (;;) {
    const element = document.querySelector<HTMLElement>(selector);
    if (element !== null) return element;
    await painted();
  }
}

/** Longer than anything that waits for a rest. */
async function rest(): Promise<void> {
  const begun = performance.now();
  while (performance.now() - begun < 1000) await painted();
}
