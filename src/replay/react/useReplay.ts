'use client';
import { createContext, type RefObject, useContext, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Preparation, Replay } from '../createReplay.ts';
import { axisOf, progressAt } from '../selectors.ts';
import type { ReplayState } from '../transition.ts';

/** The context with the replay that the views below it show. */
export const ReplayContext = createContext<Replay | undefined>(undefined);
ReplayContext.displayName = 'ReplayContext';

/** The store of the surrounding replay. Throws where there is none. */
export function useReplayStore(): Replay {
  const replay = useContext(ReplayContext);
  if (replay === undefined) {
    throw new Error(
      'agent-replay-kit: this component shows a replay, and there is none around it. Put it into a <ReplayProvider>.',
    );
  }
  return replay;
}

/** Which state of a replay a component draws: as it is, or as it was when a held playhead last rested, which is for what is slow to draw. */
export type ReplayPace = 'live' | 'settled';

/**
 * A value selected from the replay's state. The component renders again only when the value changes according to `isEqual` (default
 * `Object.is`). While a replay plays, its state changes when the current item does, not with every frame; for what moves with every frame
 * there is `usePlayhead`.
 */
export function useReplay<Selected>(
  selector: (state: ReplayState) => Selected,
  isEqual: (a: Selected, b: Selected) => boolean = Object.is,
  pace: ReplayPace = 'live',
): Selected {
  const replay = useReplayStore();
  const { getState, subscribe } = pace === 'live' ? replay : replay.settled;
  const shown = useRef<{ readonly value: Selected } | undefined>(undefined);
  const select = useMemo(() => createSelection(selector, isEqual, () => shown.current), [selector, isEqual]);
  const selected = useSyncExternalStore(
    subscribe,
    () => select(getState()),
    () => select(replay.getInitialState()),
  );
  useEffect(() => {
    shown.current = { value: selected };
  }, [selected]);
  return selected;
}

/** Like {@link useReplay}, for what is slow to draw: while the reader drags the playhead, it follows once the playhead rests. */
export function useSettledReplay<Selected>(selector: (state: ReplayState) => Selected): Selected {
  return useReplay(selector, Object.is, 'settled');
}

/**
 * A selector that runs once for each state and returns an equal value as the same object, so that React sees no change. `shown` is the
 * value on the screen; it outlives a selector that is written inline and is therefore new with every render.
 */
export function createSelection<Selected>(
  selector: (state: ReplayState) => Selected,
  isEqual: (a: Selected, b: Selected) => boolean,
  shown: () => { readonly value: Selected } | undefined,
): (state: ReplayState) => Selected {
  let last: { readonly state: ReplayState; readonly value: Selected } | undefined;
  return (state) => {
    if (last?.state === state) return last.value;
    const before = last ?? shown();
    const value = selector(state);
    last = { state, value: before !== undefined && isEqual(before.value, value) ? before.value : value };
    return last.value;
  };
}

/**
 * Registers what the surrounding component computes from a whole session, so that it is ready, without blocking the page, before a grown
 * session is drawn. The preparation must keep its identity.
 */
export function usePreparation(preparation: Preparation): void {
  const replay = useReplayStore();
  useEffect(() => replay.onPrepare(preparation), [replay, preparation]);
}

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

/** Returns a function that says whether motion is to be reduced. Browsers only. */
export function watchMotion(motion: PlayheadMotion): () => boolean {
  if (motion !== 'system') return () => motion === 'reduced';
  const query = window.matchMedia('(prefers-reduced-motion: reduce)');
  return () => query.matches;
}
