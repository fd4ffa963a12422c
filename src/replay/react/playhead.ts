'use client';

import { type RefObject, useEffect } from 'react';
import type { Replay } from '../createReplay.ts';
import { axisOf } from '../playhead.ts';
import { progressAt } from '../selectors.ts';
import { useReplayStore } from './useReplay.ts';

/** The parts of a playhead's environment that tests replace. */
export interface PlayheadHost {
  /** Shows the share of the replay that lies behind the playhead, 0…1. */
  show(progress: number): void;
  /** Calls back before the next frame. Returns a function that cancels it. */
  nextFrame(callback: () => void): () => void;
  /** Whether the reader prefers reduced motion: the playhead then jumps from item to item. */
  reducesMotion(): boolean;
}

/** Shows the progress of a replay until it is stopped: in each frame while it plays, else when it changes. */
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

/** The custom property with the share of the replay that lies behind the playhead, 0…1. */
export const playheadProperty = '--ark-playhead';

/** Options of {@link usePlayhead}. */
export interface PlayheadOptions {
  /** Default: {@link playheadProperty}. */
  readonly property?: string;
  /** Default: `system`. */
  readonly motion?: PlayheadMotion;
}

/**
 * Keeps a custom property of an element, by default `--ark-playhead`, at the progress of the replay, 0…1 of its playback. It changes with
 * every frame while the replay plays, without any render; with reduced motion, only when the current item changes.
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

/** How much may move; `system` follows the reader's system settings. */
export type PlayheadMotion = 'full' | 'reduced' | 'system';

/** Returns a function that tells whether motion is to be reduced. Browsers only. */
export function watchMotion(motion: PlayheadMotion): () => boolean {
  if (motion !== 'system') return () => motion === 'reduced';
  const query = window.matchMedia('(prefers-reduced-motion: reduce)');
  return () => query.matches;
}
