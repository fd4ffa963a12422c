'use client';
import { type RefObject, useEffect, useState } from 'react';
import { countUpTo } from '../../replay/countUpTo.ts';
import { type LaneHeights, placesBetween } from './laneHeights.ts';
import type { LaneStage } from './laneStage.ts';

/** Lanes above and below those in sight that stand in the document too. */
const around = 4;
/** What is drawn before it is known how much is seen: as on a server. */
const assumed = 24;

/** Which lanes stand in the document, as positions among those shown. */
export interface RowsInSight {
  readonly first: number;
  readonly last: number;
  /** How many begin below what is seen. */
  readonly below: number;
  /** Whether there are more than are seen at once. */
  readonly scrolls: boolean;
}

/** The lanes that stand in the document; changes as one scrolls. */
export function useRowsInSight(
  scroller: RefObject<HTMLElement | null>,
  stage: LaneStage,
  heights: LaneHeights,
): RowsInSight {
  const [sight, setSight] = useState<RowsInSight>({ first: 0, last: assumed, below: 0, scrolls: false });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const look = (): void => {
      stage.scrollPx.set(element.scrollTop);
      const { first, last } = placesBetween(
        heights,
        element.scrollTop + heights.pinnedPx,
        element.scrollTop + element.clientHeight - 1,
      );
      const next = {
        first: Math.max(0, first - around),
        last: last + around,
        below: heights.places.length - 1 - last,
        scrolls: element.scrollHeight > element.clientHeight,
      };
      setSight((before) => (isSame(before, next) ? before : next));
    };
    // Half a lane is none: where scrolling ends, the nearest one stands whole below the first.
    const settle = (): void => {
      const { scrollTop, clientHeight, scrollHeight } = element;
      if (scrollTop + clientHeight >= scrollHeight - 1) return;
      element.scrollTop = nearestTop(heights, scrollTop + heights.pinnedPx) - heights.pinnedPx;
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    element.addEventListener('scrollend', settle);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      element.removeEventListener('scrollend', settle);
      observer.disconnect();
    };
  }, [scroller, stage, heights]);
  return sight;
}

function nearestTop({ places, tops }: LaneHeights, y: number): number {
  const above = countUpTo(tops, y) - 1;
  const place = places[above];
  if (place === undefined) return y;
  return y - place.top < place.height / 2 ? place.top : place.top + place.height;
}

function isSame(a: RowsInSight, b: RowsInSight): boolean {
  return a.first === b.first && a.last === b.last && a.below === b.below && a.scrolls === b.scrolls;
}
