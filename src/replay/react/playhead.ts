'use client';

import { type RefObject, useEffect } from 'react';
import type { Replay } from '../createReplay.ts';
import { axisOf } from '../playhead.ts';
import { progressAt } from '../selectors.ts';
import { useReplayStore } from './useReplay.ts';

/** What moves a playhead, apart from the replay. */
export interface PlayheadHost {
  /** Shows how much of the replay lies behind it, 0…1. */
  show(progress: number): void;
  /** Calls back before the next frame. Returns what cancels it. */
  nextFrame(callback: () => void): () => void;
  /** Whether the reader wants no motion: then the playhead goes from item to item. */
  reducesMotion(): boolean;
}

/** Shows the progress of a replay for as long as it is wanted: each frame while it plays, else when it changes. */
export function drivePlayhead(replay: Replay, host: PlayheadHost): () => void {
  let cancelFrame: (() => void) | undefined;
  const show = (): void => {
    const state = replay.getState();
    const position = host.reducesMotion() ? state.position : replay.position();
    host.show(progressAt(state.index, axisOf(state), position));
  };
  const follow = (): void => {
    cancelFrame?.();
    cancelFrame = undefined;
    show();
    if (replay.getState().status === 'playing' && !host.reducesMotion()) cancelFrame = host.nextFrame(follow);
  };
  const unsubscribe = replay.subscribe(follow);
  follow();
  return () => {
    unsubscribe();
    cancelFrame?.();
  };
}

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

/** How much may move; `system` follows the reader's settings. */
export type PlayheadMotion = 'full' | 'reduced' | 'system';

/** Gives what tells, whenever it is asked, whether motion is to be reduced. For browsers. */
export function watchMotion(motion: PlayheadMotion): () => boolean {
  if (motion !== 'system') return () => motion === 'reduced';
  const query = window.matchMedia('(prefers-reduced-motion: reduce)');
  return () => query.matches;
}
