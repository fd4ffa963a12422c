'use client';

import { type RefObject, useEffect } from 'react';
import { drivePlayhead } from './playheadDriver.ts';
import { useReplayStore } from './ReplayContext.ts';

/** The custom property that tells styles how much of the replay lies behind the playhead, 0…1. */
export const playheadProperty = '--ark-playhead';

/**
 * Keeps a custom property of an element, by default `--ark-playhead`, at the progress of the replay, 0…1 of its playback.
 * It moves with every frame while the replay plays, without any render; where the reader wants reduced motion, only when
 * the current item changes.
 */
export function usePlayhead(
  element: RefObject<HTMLElement | SVGElement | null>,
  property: string = playheadProperty,
): void {
  const replay = useReplayStore();
  useEffect(() => {
    const style = element.current?.style;
    if (style === undefined) return;
    const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)');
    return drivePlayhead(replay, {
      show: (progress) => style.setProperty(property, String(progress)),
      nextFrame: (callback) => {
        const frame = requestAnimationFrame(callback);
        return () => cancelAnimationFrame(frame);
      },
      reducesMotion: () => reducedMotion.matches,
    });
  }, [replay, element, property]);
}
