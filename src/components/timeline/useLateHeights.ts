'use client';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useBeforePaint } from '../hooks/useBeforePaint.ts';
import type { TimelineLayout } from './layoutTimeline.ts';
import { measureRows, rowElements } from './measureRows.ts';

interface Watch {
  observer: ResizeObserver | undefined;
  readonly observed: Set<Element>;
  layout: TimelineLayout;
}

/** Says when a drawn row takes another height by itself: a renderer has been loaded, a text unfolded, a font has come. */
export function useLateHeights(room: HTMLElement | null, layout: TimelineLayout, onChange: () => void): void {
  const [watch] = useState((): Watch => ({ observer: undefined, observed: new Set(), layout }));

  useBeforePaint(() => {
    watch.layout = layout;
  });

  useEffect(() => {
    if (room === null) return undefined;
    const observer = new ResizeObserver(() => {
      if (measureRows(room, watch.layout).size > 0) flushSync(onChange);
    });
    watch.observer = observer;
    watch.observed.clear();
    return () => observer.disconnect();
  }, [room, onChange, watch]);

  // In the next frame: what is observed while sizes are being told would be told too late, and reported as an error.
  useEffect(() => {
    if (room === null) return undefined;
    const frame = requestAnimationFrame(() => observeRows(room, watch));
    return () => cancelAnimationFrame(frame);
  });
}

function observeRows(room: HTMLElement, { observer, observed }: Watch): void {
  for (const element of observed) {
    if (element.isConnected) continue;
    observer?.unobserve(element);
    observed.delete(element);
  }
  for (const [, element] of rowElements(room)) {
    if (observed.has(element)) continue;
    observed.add(element);
    observer?.observe(element);
  }
}
