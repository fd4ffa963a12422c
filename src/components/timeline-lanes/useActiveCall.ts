'use client';
import { type RefObject, useState } from 'react';
import type { Lane, Lanes, SessionIndex } from '../../replay/index.ts';
import { useBeforePaint } from '../hooks/useBeforePaint.ts';
import type { LaneHeights } from './laneHeights.ts';

/** The call that holds the Tab stop of the lanes. */
export interface ActiveCall {
  /** Its position in `SessionIndex.items`; undefined where no call is shown. */
  readonly item: number | undefined;
  readonly lane: Lane | undefined;
  /** Makes a call active and focuses it. */
  focus(item: number): void;
  /** Makes a call active without moving the focus. */
  set(item: number): void;
}

/** Remembers the active call by its id, so that it stays when the session grows. At first it is the selected call, else the first. */
export function useActiveCall(
  grid: RefObject<HTMLElement | null>,
  index: SessionIndex,
  { laneOfRun, lanes }: Lanes,
  heights: LaneHeights,
  selected: number | undefined,
): ActiveCall {
  const [chosen, setChosen] = useState<{ readonly id: string; readonly focused: boolean }>();
  const laneOf = (item: number | undefined): Lane | undefined => {
    const found = item === undefined ? undefined : index.items[item];
    const lane = found?.is === 'call' ? lanes[laneOfRun[found.run] ?? 0] : undefined;
    return lane !== undefined && heights.boxes.some((box) => box.lane === lane) ? lane : undefined;
  };
  const remembered = chosen === undefined ? undefined : index.itemById(chosen.id)?.index;
  const first = heights.boxes.find(({ lane }) => lane.calls.length > 0)?.lane.calls[0];
  const item = [remembered, selected, first].find((each) => laneOf(each) !== undefined);
  useBeforePaint(() => {
    if (chosen?.focused !== true) return;
    grid.current?.querySelector<HTMLElement>('[data-item][tabindex="0"]')?.focus({ preventScroll: true });
  }, [chosen, grid]);
  const choose = (next: number, focused: boolean): void => {
    const id = index.items[next]?.id;
    if (id !== undefined) setChosen({ id, focused });
  };
  return { item, lane: laneOf(item), focus: (next) => choose(next, true), set: (next) => choose(next, false) };
}
