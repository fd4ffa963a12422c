'use client';
import { type RefObject, useEffect, useState } from 'react';
import { useRemembered } from '../shared/useRemembered.ts';
import { type LaneHeights, wholeLanes } from './laneHeights.ts';

/** Height of the lanes and the heights they may be given, in pixels. */
export interface LaneHeight {
  /** Undefined until the available room is known, as on a server. */
  readonly heightPx: number | undefined;
  readonly leastPx: number;
  readonly mostPx: number;
  /** Height that one more lane adds. */
  readonly nextPx: number;
  readonly resize: (px: number | undefined) => void;
}

/** Part of the window that is left to the list, however many lanes there are. */
const keptForOthers = 0.4;

/**
 * Height of the lanes: as many whole lanes as fit into the height the reader chose, else into `--ark-lanes-max-height`. The chosen height
 * is stored in this browser.
 *
 * @param root element around `LaneInks`, from which styles are read.
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
