import { useCallback, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useBeforePaint } from '../hooks/hydration.ts';
import { rowSizes } from '../theme/rowSizes.ts';
import { mayShowFound } from './FoundLine.tsx';
import { correctLayout, layoutAlike, layoutTimeline, type TimelineLayout } from './layoutTimeline.ts';
import { rowId, rowOfId } from './rowFacts.ts';
import { rowHeights } from './rowHeights.ts';
import type { TimelineRows } from './timelineRows.ts';

/** Measured heights of rows that were drawn, by row, in pixels. */
export type Measurements = ReadonlyMap<number, number>;

export const noMeasurements: Measurements = new Map();

/** Key of a measurement; a row has one for folded and one for unfolded, and others while it shows what was found. */
type Measured = Map<
  string,
  { readonly id: string; readonly open: boolean; readonly found: boolean; readonly px: number }
>;

/** What is known of the heights of rows, in pixels; nothing until the width of the list is known. */
type Heights = Float64Array | undefined;

/** Makes room below calls for where something was found in them: nearly all have it. */
function makeRoom(heights: Float64Array, rows: TimelineRows, foundPx: number): void {
  for (const [row, px] of heights.entries()) if (mayShowFound(rows, row)) heights[row] = px + foundPx;
}

function recall(
  heights: Float64Array,
  rows: TimelineRows,
  expanded: ReadonlySet<string>,
  measured: Measured,
  withFound: boolean,
): void {
  for (const { id, open, found, px } of measured.values()) {
    const row = expanded.has(id) === open && found === withFound ? rowOfId(rows, id) : -1;
    if (row >= 0 && rowId(rows, row) === id) heights[row] = px;
  }
}

/**
 * Places the rows. Until the width is known all have the same height; then each has an estimated height until it is drawn, and its measured
 * one after that. Measurements are kept while the width stays the same, through folding, filtering and growing.
 *
 * @param foundPx height of the line below a call that shows what a search found in it, in pixels; 0 where there is none.
 */
export function useTimelineLayout(
  rows: TimelineRows,
  expanded: ReadonlySet<string>,
  widthPx: number | undefined,
  foundPx = 0,
): [layout: TimelineLayout, correct: (measurements: Measurements) => void] {
  const [kept] = useState(() => new Map<number, Measured>());
  const expected = useMemo((): Heights => {
    if (widthPx === undefined) return undefined;
    const heights = rowHeights(rows, expanded, widthPx);
    const measured = kept.get(widthPx);
    if (foundPx > 0) makeRoom(heights, rows, foundPx);
    if (measured !== undefined) recall(heights, rows, expanded, measured, foundPx > 0);
    return heights;
  }, [rows, expanded, widthPx, foundPx, kept]);
  const guessed = useMemo(
    () => (expected === undefined ? layoutAlike(rows.count, rowSizes.wide.linePx) : layoutTimeline(expected)),
    [expected, rows],
  );
  const [corrected, setCorrected] = useState({ guessed, heights: noMeasurements });
  const heights = corrected.guessed === guessed ? corrected.heights : noMeasurements;
  const layout = useMemo(() => (heights.size === 0 ? guessed : correctLayout(guessed, heights)), [guessed, heights]);

  const correct = useCallback(
    (measurements: Measurements): void => {
      if (expected === undefined || widthPx === undefined) return;
      const measured: Measured = kept.get(widthPx) ?? new Map();
      kept.clear();
      kept.set(widthPx, measured);
      const next = new Map(heights);
      for (const [row, px] of measurements) {
        const id = rowId(rows, row);
        const open = expanded.has(id);
        const found = foundPx > 0;
        measured.set(`${open ? '+' : '-'}${found ? '+' : '-'}${id}`, { id, open, found, px });
        next.set(row, px);
      }
      setCorrected({ guessed, heights: next });
    },
    [expanded, expected, foundPx, guessed, heights, kept, rows, widthPx],
  );
  return [layout, correct];
}

/** Row elements in a container, with their row numbers. */
function rowElements(room: Element): [row: number, element: HTMLElement][] {
  const found: [number, HTMLElement][] = [];
  for (let element = room.firstElementChild; element !== null; element = element.nextElementSibling) {
    const row = element.getAttribute('data-row');
    if (row !== null) found.push([Number(row), element as HTMLElement]);
  }
  return found;
}

/** Measured heights that differ from the layout. Elements that are not displayed are left out. */
export function measureRows(room: Element, layout: TimelineLayout): Measurements {
  const found = new Map<number, number>();
  for (const [row, element] of rowElements(room)) {
    const px = element.offsetHeight;
    if (px > 0 && Math.abs(px - layout.height(row)) >= 1) found.set(row, px);
  }
  return found;
}

interface Watch {
  observer: ResizeObserver | undefined;
  readonly observed: Set<Element>;
  layout: TimelineLayout;
}

/** Reports when a drawn row changes its height by itself: a renderer or a font has loaded, or a text was unfolded. */
export function useLateHeights(room: HTMLElement | null, layout: TimelineLayout, onChange: () => void): void {
  const [watch] = useState((): Watch => ({ observer: undefined, observed: new Set(), layout }));

  useBeforePaint(() => {
    watch.layout = layout;
  });

  useEffect(() => {
    if (room === null) return undefined;
    const observer = new ResizeObserver(() => {
      if (measureRows(room, watch.layout).size > 0) flushSync(onChange);
      // Rows that were pushed out of view are gone now: to a browser, which is still reporting sizes, theirs would have changed.
      forgetGone(watch);
    });
    watch.observer = observer;
    watch.observed.clear();
    return () => observer.disconnect();
  }, [room, onChange, watch]);

  // In the next frame: a browser reports an error if sizes change while it is reporting sizes.
  useEffect(() => {
    if (room === null) return undefined;
    const frame = requestAnimationFrame(() => observeRows(room, watch));
    return () => cancelAnimationFrame(frame);
  });
}

function forgetGone({ observer, observed }: Watch): void {
  for (const element of observed) {
    if (element.isConnected) continue;
    observer?.unobserve(element);
    observed.delete(element);
  }
}

function observeRows(room: HTMLElement, watch: Watch): void {
  forgetGone(watch);
  const { observer, observed } = watch;
  for (const [, element] of rowElements(room)) {
    if (observed.has(element)) continue;
    observed.add(element);
    observer?.observe(element);
  }
}
