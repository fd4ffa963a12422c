'use client';

import { type RefObject, useEffect } from 'react';
import { drivePlayhead } from './playheadDriver.ts';
import { useReplayStore } from './ReplayContext.ts';
import { type PlayheadMotion, watchMotion } from './watchMotion.ts';

/** The custom property that tells styles how much of the replay lies behind the playhead, 0…1. */
export const playheadProperty = '--ark-playhead';

/** Options of {@link usePlayhead}. */
export interface PlayheadOptions {
  /** Default: {@link playheadProperty}. */
  readonly property?: string;
  /** Default: `system`. */
  readonly motion?: PlayheadMotion;
}

/**
 * Keeps a custom property of an element, by default `--ark-playhead`, at the progress of the replay, 0…1 of its playback.
 * It moves with every frame while the replay plays, without any render; where motion is reduced, only when the current
 * item changes.
 */
export function usePlayhead(
  element: RefObject<HTMLElement | SVGElement | null>,
  { property = playheadProperty, motion = 'system' }: PlayheadOptions = {},
): void {
  const replay = useReplayStore();
  useEffect(() => {
    const style = element.current?.style;
    if (style === undefined) return;
    return drivePlayhead(replay, {
      show: (progress) => style.setProperty(property, String(progress)),
      nextFrame: (callback) => {
        const frame = requestAnimationFrame(callback);
        return () => cancelAnimationFrame(frame);
      },
      reducesMotion: watchMotion(motion),
    });
  }, [replay, element, property, motion]);
}
