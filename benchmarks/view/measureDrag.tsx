import { type PointerEvent, useState } from 'react';
import { SessionReplay } from '../../src/components/index.ts';
import '../../src/components/styles.css';
import { editedSession } from './editedFile.ts';
import { Bare } from './measureFiles.tsx';
import { painted } from './meters.ts';
import { show } from './stage.ts';

/**
 * A page whose transport is dragged: a replay with the changes of the file over its list, or all lines of it, or the changes beside the
 * list, or the details of the item or the state there; with the file in a narrow window; or only as many lines as the first draws.
 */
export type DraggedPage = 'replay' | 'whole' | 'beside' | 'item' | 'state' | 'phone' | 'lines';

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
  if (page === 'whole') (await found('.ark-files__tools button')).click();
  // Where the sheet opens with an item.
  if (page === 'phone') (await found('[role=treeitem]')).click();
  if (page === 'beside' || page === 'item' || page === 'state') (await found('.ark-replay__actions button')).click();
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
  const said = shown ?? document.querySelector('[role=slider]')?.previousElementSibling?.firstElementChild;
  return said?.textContent?.slice(0, 60) ?? '';
}

/** A drag over a track of which the mouse holds one end. */
interface Drag {
  readonly track: Track;
  readonly way: 'forwards' | 'backwards';
}

const stopCount = 200;

/** Moves the pointer that is pressed, as a mouse would, a stop further before each frame. Tells what the page showed amid the drag, and at its end. */
export async function drag({ track: { left, right, y }, way }: Drag) {
  const slider = await found('[role=slider]');
  let amid = '';
  const begun = performance.now();
  performance.mark('drag');
  performance.mark('frame');
  for (let stop = 1; stop <= stopCount; stop += 1) {
    const share = way === 'forwards' ? stop / stopCount : 1 - stop / stopCount;
    const clientX = left + 1 + (right - left - 2) * share;
    slider.dispatchEvent(
      new PointerEvent('pointermove', { pointerId: 1, buttons: 1, clientX, clientY: y, bubbles: true }),
    );
    await painted();
    performance.mark('frame');
    if (stop === stopCount / 2) amid = shownStop();
  }
  performance.mark('dragged');
  const perSecond = (1000 * stopCount) / (performance.now() - begun);
  await rest();
  return { perSecond, amid, atEnd: shownStop() };
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
