import { useCallback, useEffect, useReducer, useState } from 'react';
import { useBeforePaint } from '../hooks/hydration.ts';
import { type RowRange, useRowsInView } from '../hooks/useRowsInView.ts';
import {
  type Align,
  isComfortable,
  scrollTopFor,
  sideOf,
  type TimelineLayout,
  type Viewport,
} from './layoutTimeline.ts';
import { firstItemId, rowId, rowOfId } from './rowFacts.ts';
import type { TimelineRows } from './timelineRows.ts';
import { type Measurements, measureRows, noMeasurements, useLateHeights } from './useTimelineLayout.ts';

/** What scrolling works on. */
interface TimelineScrollOptions {
  /** The element that scrolls. */
  scroller: HTMLElement | null;
  /** The element inside it, whose children are the rows. */
  room: HTMLElement | null;
  rows: TimelineRows;
  layout: TimelineLayout;
  correct: (measurements: Measurements) => void;
  /** The row that the playhead is at, or -1. */
  currentRow: number;
  following: boolean;
  onFollowingChange: (following: boolean) => void;
  /** Whether the first view shows the playhead; else it shows the first row. */
  startsAtPlayhead: boolean;
  /** Height at the lower end of the view that something else covers, in pixels. */
  coveredPx: number;
  /** Where the list goes when the session grows while its end is in sight: nowhere, to its new end, or no further than the line above what is new. */
  tail: Tail;
  onEndInSightChange: ((isInSight: boolean) => void) | undefined;
  /** Height at its upper end that the head of a chapter may cover, in pixels. */
  headPx: number;
}

/** How far a list goes along with a session that grows. */
export type Tail = 'off' | 'end' | 'line';

/** Scroll state that outlives a render. */
interface Memory {
  /** The row to keep in place; undefined before the first row is drawn. */
  anchor: Anchor | undefined;
  /**
   * The playhead's row, while the view stands where following put it and the reader has not scrolled. If rows turn out higher than
   * expected, this row stays in view. Undefined otherwise.
   */
  brought: Anchor | undefined;
  untouched: boolean;
  rows: TimelineRows | undefined;
  /** Row to bring into view. Rows on the way are measured first, so it may take more than one pass. */
  goal: { readonly id: string; readonly align: Align } | undefined;
  /** Last known scroll position; a scroll event with another one comes from the reader. */
  knownTop: number;
  layout: TimelineLayout | undefined;
  /** The row followed last; undefined while the list does not follow. */
  followed: string | undefined;
  passes: number;
  /** Whether the end of the list was in sight when it last came to rest, and how high it was then, in pixels. */
  endInSight: boolean | undefined;
  heightPx: number;
  /** What was read from the page last; undefined once it may be otherwise. */
  reading: Reading | undefined;
  /** Options as of the last render. */
  options: TimelineScrollOptions;
}

/** How far a list is scrolled and how high its view is, in pixels, once the rows in sight have the heights of the layout. */
interface Reading {
  readonly scrollTop: number;
  readonly heightPx: number;
  /** What it depends on. */
  readonly of: readonly [layout: TimelineLayout, first: number, last: number, viewPx: number];
}

/** Maximum number of passes. Beyond it, heights seem to depend on where rows stand, and the list is shown as it is. */
const mostPasses = 12;

type Side = 'above' | 'inside' | 'below';

/** Where the playhead's row and the line above what is new are, relative to the view, and whether the end of the list is in sight. */
interface InSight {
  readonly playhead: Side;
  readonly newLine: Side;
  readonly end: boolean;
}

/**
 * Keeps the view steady and exact. The row at its top keeps its place while rows above it are measured, unfold, are added or removed; a row
 * that is brought into view, even the last one, is placed exactly to the pixel; all of this before anything is painted. The view follows
 * the playhead until the reader scrolls.
 */
export function useTimelineScroll(options: TimelineScrollOptions): {
  inView: RowRange;
  /** How far the list is scrolled, or is about to be, in pixels. */
  scrolledPx: number;
  reveal: (row: number, align: Align) => void;
  /** Announces that the reader is about to move the playhead to a visible row, so that the list does not scroll for it. */
  keepStill: (row: number) => void;
  inSight: InSight;
} {
  const { scroller, room, rows, layout, correct, currentRow } = options;
  const [memory] = useState(() => memoryAtFirst(options));
  const [inSight, setInSight] = useState<InSight>({ playhead: 'inside', newLine: 'inside', end: false });
  const [, pass] = useReducer((count: number) => count + 1, 0);

  const onScroll = useCallback(() => {
    if (scroller !== null && noteScroll(memory, scroller.scrollTop)) pass();
  }, [scroller, memory]);
  const coming = comingTop(memory, options);
  const { refresh, viewPx, ...inView } = useRowsInView(scroller, layout, { onScroll, comingPx: coming });

  useBeforePaint(() => {
    memory.options = options;
    if (scroller === null || room === null || rows.count === 0) return;
    const known = takeReading(memory, [layout, inView.first, inView.last, viewPx]);
    const reading = known ?? readPage(scroller, [layout, inView.first, inView.last, viewPx]);
    const measurements = known === undefined ? measureRows(room, layout) : noMeasurements;
    if (measurements.size > 0 && memory.passes < mostPasses) {
      memory.passes += 1;
      memory.reading = reading;
      correct(measurements);
      return;
    }
    const view = viewOf(reading, options);
    followPlayhead(memory, view);
    followEnd(memory, reading);
    const wanted = wantedTop(memory, view);
    memory.layout = layout;
    memory.rows = rows;
    if (wanted !== undefined && memory.passes < mostPasses && moveTo(scroller, memory, wanted)) {
      refresh();
      memory.passes += 1;
      pass();
      return;
    }
    const now: InSight = {
      playhead: currentRow < 0 ? 'inside' : sideOf(layout, currentRow, view),
      newLine: rows.newLine === undefined ? 'inside' : sideOf(layout, rows.newLine.row, view),
      end: layout.totalPx <= view.top + view.height + 1,
    };
    comeToRest(memory, reading, now.playhead);
    if (now.end !== memory.endInSight) options.onEndInSightChange?.(now.end);
    memory.endInSight = now.end;
    memory.heightPx = reading.heightPx;
    // Set only if it changed: while another update of the list waits, React 18 renders again even for the same value, without end.
    if (now.playhead !== inSight.playhead || now.newLine !== inSight.newLine || now.end !== inSight.end)
      setInSight(now);
  });

  useTouches(scroller, memory);
  const remeasure = useCallback((): void => {
    memory.reading = undefined;
    pass();
  }, [memory]);
  useLateHeights(room, layout, remeasure);

  const reveal = useCallback(
    (row: number, align: Align): void => {
      memory.goal = { id: rowId(memory.options.rows, row), align };
      memory.passes = 0;
      pass();
    },
    [memory],
  );
  const keepStill = useCallback(
    (row: number): void => {
      memory.followed = rowId(memory.options.rows, row);
    },
    [memory],
  );
  return { inView, scrolledPx: coming ?? memory.knownTop, reveal, keepStill, inSight };
}

function memoryAtFirst(options: TimelineScrollOptions): Memory {
  return {
    anchor: undefined,
    brought: undefined,
    untouched: true,
    rows: undefined,
    goal: undefined,
    knownTop: 0,
    layout: undefined,
    followed: options.startsAtPlayhead ? undefined : idAtPlayhead(options),
    passes: 0,
    endInSight: undefined,
    heightPx: 0,
    reading: undefined,
    options,
  };
}

/** The row that the playhead is at. */
function idAtPlayhead({ rows, currentRow }: TimelineScrollOptions): string | undefined {
  return currentRow < 0 ? undefined : rowId(rows, currentRow);
}

/**
 * Notes where the list stands; returns whether the reader has scrolled it there, which ends following. What was read from the page last
 * holds after a scroll of the list's own.
 */
function noteScroll(memory: Memory, scrollTop: number): boolean {
  if (memory.reading?.scrollTop !== scrollTop) memory.reading = undefined;
  if (Math.abs(scrollTop - memory.knownTop) < 2) return false;
  const { rows, layout, following, onFollowingChange } = memory.options;
  memory.knownTop = scrollTop;
  memory.goal = undefined;
  memory.anchor = anchorAt(rows, layout, scrollTop);
  if (following) onFollowingChange(false);
  return true;
}

/** A row that the reader unfolds stays under the pointer, wherever the playhead's row then is. */
function useTouches(scroller: HTMLElement | null, memory: Memory): void {
  useEffect(() => {
    if (scroller === null) return undefined;
    const onTouch = (): void => {
      memory.untouched = false;
      memory.brought = undefined;
    };
    scroller.addEventListener('pointerdown', onTouch, { capture: true });
    scroller.addEventListener('keydown', onTouch, { capture: true });
    return () => {
      scroller.removeEventListener('pointerdown', onTouch, { capture: true });
      scroller.removeEventListener('keydown', onTouch, { capture: true });
    };
  }, [scroller, memory]);
}

/**
 * Takes what was read from the page last, if it still holds. To read from the page has it laid out: not at every step of a playhead past rows
 * that stay where they are.
 */
function takeReading(memory: Memory, of: Reading['of']): Reading | undefined {
  const { reading } = memory;
  memory.reading = undefined;
  return reading?.of.every((each, n) => each === of[n]) === true ? reading : undefined;
}

function readPage(scroller: HTMLElement, of: Reading['of']): Reading {
  return { scrollTop: scroller.scrollTop, heightPx: scroller.clientHeight, of };
}

/** Whether the list is to follow the playhead to a row where it has not followed it yet. */
function isToFollow(memory: Memory, options: TimelineScrollOptions): boolean {
  const currentId = idAtPlayhead(options);
  return options.following && currentId !== undefined && currentId !== memory.followed;
}

/** Makes the playhead's row the goal when the playhead has come to another row that does not stand well in the view. */
function followPlayhead(memory: Memory, view: Viewport): void {
  const { layout, currentRow, following } = memory.options;
  const id = idAtPlayhead(memory.options);
  if (isToFollow(memory, memory.options) && id !== undefined) {
    memory.untouched = true;
    if (!isComfortable(layout, currentRow, view)) memory.goal = { id, align: 'reading' };
  }
  memory.followed = following ? id : undefined;
}

/**
 * Makes the new end the goal, or the line above what is new, when the session has grown, or the list is higher or lower, while the end was in
 * sight.
 */
function followEnd(memory: Memory, { heightPx }: Reading): void {
  const { rows, tail } = memory.options;
  const hasChanged = memory.rows?.index !== rows.index || memory.heightPx !== heightPx;
  if (!hasChanged || memory.endInSight !== true || tail === 'off') return;
  memory.goal =
    tail === 'line' && rows.newLine !== undefined
      ? { id: rowId(rows, rows.newLine.row), align: 'start' }
      : { id: rowId(rows, rows.count - 1), align: 'nearest' };
}

/**
 * Where the list will be scrolled to once it is drawn, because it follows the playhead to a row that does not stand well in the view;
 * undefined where it stays, or where that is not known yet. The rows there are then drawn at once: to draw the list where it stands, scroll
 * it and draw it again has the page laid out twice.
 */
function comingTop(memory: Memory, options: TimelineScrollOptions): number | undefined {
  const { reading } = memory;
  const { layout, rows, currentRow } = options;
  if (reading === undefined || rows !== memory.rows || !isToFollow(memory, options)) return undefined;
  const view = viewOf(reading, options);
  if (isComfortable(layout, currentRow, view)) return undefined;
  return topFor(options, currentRow, view, 'reading');
}

/** Notes what is to stay in place from now on: nothing is left to be measured or brought into view. */
function comeToRest(memory: Memory, reading: Reading, playhead: Side): void {
  const { rows, layout, currentRow, following } = memory.options;
  memory.passes = 0;
  memory.goal = undefined;
  memory.reading = reading;
  memory.knownTop = reading.scrollTop;
  memory.anchor = anchorAt(rows, layout, reading.scrollTop);
  const keepsPlayhead = following && memory.untouched && currentRow >= 0 && playhead === 'inside';
  memory.brought = keepsPlayhead ? anchorOn(rows, layout, currentRow, reading.scrollTop) : undefined;
}

/** The visible part of a list: at the very top, nothing covers it. */
function viewOf({ scrollTop, heightPx }: Reading, { coveredPx, headPx }: TimelineScrollOptions): Viewport {
  const top = Math.min(scrollTop, headPx);
  return { top: scrollTop + top, height: Math.max(0, heightPx - coveredPx - top) };
}

/** How far to scroll so that a row stands where it is asked for; undefined where the view stands so already. */
function topFor(
  { layout, headPx }: TimelineScrollOptions,
  row: number,
  view: Viewport,
  align: Align,
): number | undefined {
  const top = scrollTopFor(layout, row, view, align);
  return top === view.top ? undefined : Math.max(0, top - headPx);
}

/**
 * Where the list should be scrolled to: the goal, if there is one. Otherwise, after the layout has changed, where the anchor now stands; if
 * only heights have changed and the playhead's row was followed, where that row stands.
 */
function wantedTop(memory: Memory, view: Viewport): number | undefined {
  const { goal, anchor: top, brought, layout: known, rows: knownRows, knownTop } = memory;
  const { rows, layout } = memory.options;
  if (goal !== undefined) {
    const row = rowOfId(rows, goal.id);
    return row < 0 ? undefined : topFor(memory.options, row, view, goal.align);
  }
  // A reader at the beginning of a session stays there while it loads, because messages may arrive after calls.
  if (knownTop === 0 && knownRows !== undefined && knownRows.index !== rows.index) return undefined;
  const anchor = knownRows === rows ? (brought ?? top) : top;
  return known === layout || anchor === undefined ? undefined : scrollTopOf(rows, layout, anchor);
}

/** Scrolls; returns whether the position changed. */
function moveTo(scroller: HTMLElement, memory: Memory, wanted: number): boolean {
  const top = Math.max(0, Math.min(wanted, scroller.scrollHeight - scroller.clientHeight));
  if (Math.abs(scroller.scrollTop - top) < 1) return false;
  scroller.scrollTop = top;
  memory.knownTop = scroller.scrollTop;
  return true;
}

/** A row to keep in place, and its distance above the top of the view in pixels; negative below it. */
interface Anchor {
  readonly id: string;
  readonly within: number;
}

/** The anchor at a scroll position; undefined in an empty list. */
function anchorAt(rows: TimelineRows, layout: TimelineLayout, scrollTop: number): Anchor | undefined {
  const first = layout.rowAt(scrollTop);
  // The line above what is new goes away again.
  const row = first === rows.newLine?.row && first + 1 < rows.count ? first + 1 : first;
  return row < 0 ? undefined : anchorOn(rows, layout, row, scrollTop);
}

/** The anchor that keeps a row where it stands. */
export function anchorOn(rows: TimelineRows, layout: TimelineLayout, row: number, scrollTop: number): Anchor {
  return { id: rowId(rows, row), within: scrollTop - layout.top(row) };
}

/**
 * The scroll position at which the anchor stands where it stood, whatever happened to the rows above it. If its row is gone, the nearest
 * row above replaces it, else the first row; undefined if nothing is known of it any more.
 */
export function scrollTopOf(rows: TimelineRows, layout: TimelineLayout, { id, within }: Anchor): number | undefined {
  const row = rowOfId(rows, id);
  if (row >= 0) return layout.top(row) + (rowId(rows, row) === id ? within : 0);
  const item = rows.index.itemById(firstItemId(id));
  return item === undefined ? undefined : layout.top(Math.max(0, rows.rowOfItem(item.index)));
}
