'use client';
import { type RefObject, useEffect, useState } from 'react';
import { useRemembered } from '../shared/useRemembered.ts';
import { type LaneHeights, wholeLanes } from './laneHeights.ts';

/** How high the lanes are, and how high they may be made; in pixels. */
export interface LaneHeight {
  /** Undefined until it is known how much room there is: a server does not know it. */
  readonly heightPx: number | undefined;
  readonly leastPx: number;
  readonly mostPx: number;
  /** What one lane more takes. */
  readonly nextPx: number;
  readonly resize: (px: number | undefined) => void;
}

/** However many lanes there are, the list keeps this part of the window. */
const keptForOthers = 0.4;

/**
 * The height of the lanes: as many whole ones as fit into what the reader chose, else into `--ark-lanes-max-height`. What was
 * chosen is remembered in this browser.
 *
 * @param root around `LaneInks`, which knows what the style sheet says.
 */
export function useLaneHeight(root: RefObject<HTMLElement | null>, heights: LaneHeights): LaneHeight {
  const [chosen, remember] = useRemembered('lanes-height');
  const [room, setRoom] = useState<{ readonly stylePx: number; readonly windowPx: number }>();
  useEffect(() => {
    const measure = (): void => {
      const probe = root.current?.querySelector('.ark-lanes__inks');
      if (probe == null) return;
      const stylePx = Number.parseFloat(getComputedStyle(probe).maxHeight);
      const windowPx = window.innerHeight;
      setRoom((before) =>
        before?.stylePx === stylePx && before.windowPx === windowPx ? before : { stylePx, windowPx },
      );
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [root]);
  const leastPx = wholeLanes(heights, 0);
  const mostPx = wholeLanes(heights, Math.max(leastPx, (room?.windowPx ?? 0) * (1 - keptForOthers)));
  const wanted = chosen === undefined ? room?.stylePx : Math.min(chosen, mostPx);
  const heightPx = wanted === undefined || Number.isNaN(wanted) ? undefined : wholeLanes(heights, wanted);
  const next = heights.boxes.find(({ top, height }) => top + height > (heightPx ?? leastPx)) ?? heights.boxes.at(-1);
  return {
    heightPx,
    nextPx: next?.height ?? 0,
    leastPx,
    mostPx,
    resize: remember,
  };
}
