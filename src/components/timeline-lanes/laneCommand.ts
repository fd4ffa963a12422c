import { type RefObject, useRef, useState } from 'react';
import type { Lane, LaneAxis, Lanes, SessionIndex } from '../../replay/index.ts';
import {
  clampView,
  countUpTo,
  type LaneBounds,
  type LaneView,
  nearestCall,
  panView,
  revealInView,
  wholeView,
  zoomView,
} from '../../replay/internal.ts';
import { firstWhere } from '../../session/internal.ts';
import { useBeforePaint } from '../hooks/hydration.ts';
import { commandOfKey, type KeyLine, type KeyTable, type PressedKey, withOrWithoutShift } from '../shared/keyTable.ts';
import type { LaneHeights } from './laneHeights.ts';
import type { AxisRange, LaneStage } from './laneStage.ts';

/** What a key does in the lanes. */
export type LaneCommand =
  | { readonly do: 'zoom'; readonly factor: number }
  | { readonly do: 'pan'; readonly share: number }
  | { readonly do: 'whole' }
  | { readonly do: 'zoomToRange' }
  /** Moves to another call, in the same lane or in the one above or below. */
  | { readonly do: 'move'; readonly to: CallMove }
  /** Moves in the same way, and selects the time in between. */
  | { readonly do: 'extend'; readonly to: CallMove }
  | { readonly do: 'choose' }
  | { readonly do: 'clear' };

/** Direction in which the focus leaves a call. */
type CallMove =
  | 'previous'
  | 'next'
  | 'above'
  | 'below'
  | 'first'
  | 'last'
  | 'pageBack'
  | 'pageOn'
  | 'firstOfAll'
  | 'lastOfAll';

/** Factor of one zoom step, and size of one panning step. */
export const zoomStep = 1.5;
export const panStep = 0.25;

/** A key that moves the focus; with Shift it also selects the time in between. */
function moves(key: string, to: CallMove): KeyLine<LaneCommand>['does'] {
  return { [key]: { do: 'move', to }, [`Shift ${key}`]: { do: 'extend', to } };
}

/** Keys of the lanes: arrows as in a grid; `+`, `-` and the letters known from profilers for the view. */
export const laneKeys: KeyTable<LaneCommand> = {
  where: 'key.group.lanes',
  lines: [
    {
      help: 'key.help.call',
      does: { ArrowLeft: { do: 'move', to: 'previous' }, ArrowRight: { do: 'move', to: 'next' } },
    },
    { help: 'key.help.lane', does: { ...moves('ArrowUp', 'above'), ...moves('ArrowDown', 'below') } },
    {
      does: {
        ...{ ...moves('Home', 'first'), ...moves('End', 'last') },
        ...{ ...moves('PageUp', 'pageBack'), ...moves('PageDown', 'pageOn') },
        ...withOrWithoutShift<LaneCommand>('Home', { do: 'move', to: 'firstOfAll' }, 'Ctrl'),
        ...withOrWithoutShift<LaneCommand>('End', { do: 'move', to: 'lastOfAll' }, 'Ctrl'),
      },
    },
    { help: 'key.help.goToCall', does: withOrWithoutShift('Enter', { do: 'choose' }) },
    {
      help: 'key.help.zoom',
      does: { '+': { do: 'zoom', factor: zoomStep }, '-': { do: 'zoom', factor: 1 / zoomStep } },
    },
    {
      does: {
        ...{ '=': { do: 'zoom', factor: zoomStep }, w: { do: 'zoom', factor: zoomStep } },
        ...{ _: { do: 'zoom', factor: 1 / zoomStep }, s: { do: 'zoom', factor: 1 / zoomStep } },
      },
    },
    { help: 'key.help.pan', does: { a: { do: 'pan', share: -panStep }, d: { do: 'pan', share: panStep } } },
    { help: 'key.help.whole', does: { f: { do: 'whole' } } },
    {
      help: 'key.help.range',
      does: { 'Shift ArrowLeft': { do: 'extend', to: 'previous' }, 'Shift ArrowRight': { do: 'extend', to: 'next' } },
    },
    { help: 'key.help.zoomToRange', does: { z: { do: 'zoomToRange' } } },
    { help: 'key.help.clearRange', does: withOrWithoutShift('Escape', { do: 'clear' }) },
  ],
};

/** The command of a key in the lanes; undefined for other keys. */
export function laneCommandOf(pressed: PressedKey & { readonly altKey: boolean }): LaneCommand | undefined {
  return pressed.altKey ? undefined : commandOfKey(laneKeys, pressed);
}

/** What the commands of the lanes work on. */
interface LaneCommandOptions {
  index: SessionIndex;
  lanes: Lanes;
  heights: LaneHeights;
  stage: LaneStage;
  bounds: LaneBounds;
  scroller: RefObject<HTMLElement | null>;
  active: ActiveCall;
  /** The selected range, in units of the axis. */
  span: AxisRange | undefined;
  /** Selects a call and moves the playhead to it. */
  onChoose: (item: number) => void;
  onSpan: ((span: AxisRange | undefined) => void) | undefined;
}

/** Runs a command given by a key or a button. Returns whether it had any effect. */
export function useLaneCommands(options: LaneCommandOptions): (command: LaneCommand) => boolean {
  const { index, lanes, heights, stage, bounds, active, span, onChoose, onSpan } = options;
  const { axis } = lanes;
  // The call from which the keys extend a range.
  const anchor = useRef<number>(undefined);
  const move = (to: CallMove): number | undefined => {
    const { item, lane } = active;
    if (item === undefined || lane === undefined) return undefined;
    const shown = heights.boxes.map((box) => box.lane);
    const next = moveCall({ index, axis, lanes: shown, view: stage.view.get() }, lane, item, to);
    if (next === undefined) return undefined;
    active.focus(next);
    stage.pointed.set(undefined);
    stage.view.set(revealInView(stage.view.get(), axis.startOf(next), axis.endOf(next), bounds));
    scrollToCall(options, next);
    return next;
  };
  const extend = (to: CallMove): void => {
    anchor.current ??= active.item;
    const begun = anchor.current;
    const next = move(to);
    if (begun === undefined || next === undefined || onSpan === undefined) return;
    onSpan({
      from: Math.min(axis.startOf(begun), axis.startOf(next)),
      to: Math.max(axis.endOf(begun), axis.endOf(next)),
    });
  };
  return (command) => {
    const view = stage.view.get();
    switch (command.do) {
      case 'zoom': {
        const offset = active.item === undefined ? view.from : axis.startOf(active.item);
        const at = offset >= view.from && offset <= view.to ? offset : (view.from + view.to) / 2;
        stage.view.set(zoomView(view, command.factor, at, bounds));
        return true;
      }
      case 'pan':
        stage.view.set(panView(view, command.share, bounds));
        return true;
      case 'whole':
        stage.view.set(wholeView(bounds));
        return true;
      case 'zoomToRange':
        if (span !== undefined) stage.view.set(clampView(span, bounds));
        return span !== undefined;
      case 'move':
        anchor.current = undefined;
        return move(command.to) !== undefined;
      case 'extend':
        extend(command.to);
        return true;
      case 'choose':
        if (active.item !== undefined) onChoose(active.item);
        return active.item !== undefined;
      case 'clear':
        stage.pointed.set(undefined);
        if (span !== undefined) onSpan?.(undefined);
        return span !== undefined;
    }
  };
}

/** Scrolls the lanes just far enough to show the row of a call. */
function scrollToCall({ scroller, heights, lanes, index }: LaneCommandOptions, item: number): void {
  const element = scroller.current;
  const lane = lanes.lanes[lanes.laneOfRun[index.items[item]?.run ?? 0] ?? 0];
  const box = heights.boxes.find((each) => each.lane === lane);
  if (element === null || box === undefined) return;
  const top = box.top + box.rowsTop + (lanes.rowOf[item] as number) * box.pitch;
  const above = top - box.rowsTop;
  const below = top + box.markPx + box.rowsTop;
  if (box.top === 0 && heights.pinnedPx > 0) return;
  if (above < element.scrollTop + heights.pinnedPx) element.scrollTop = above - heights.pinnedPx;
  else if (below > element.scrollTop + element.clientHeight) element.scrollTop = below - element.clientHeight;
}

/** What is needed to find the neighbour of a call. */
interface LanesInView {
  readonly index: SessionIndex;
  readonly axis: LaneAxis;
  /** The shown lanes, from top to bottom. */
  readonly lanes: readonly Lane[];
  readonly view: LaneView;
}

/** The call that a move leads to, as its position in `SessionIndex.items`; undefined if there is none. */
export function moveCall(
  { axis, lanes, view }: LanesInView,
  from: Lane,
  item: number,
  move: CallMove,
): number | undefined {
  const { calls } = from;
  const at = countUpTo(calls, item) - 1;
  const page = view.to - view.from;
  switch (move) {
    case 'previous':
      return calls[at - 1];
    case 'next':
      return calls[at + 1];
    case 'first':
      return calls[0];
    case 'last':
      return calls.at(-1);
    case 'pageBack':
      return calls[Math.min(Math.max(0, at - 1), callsBefore(calls, axis, axis.startOf(item) - page))];
    case 'pageOn':
      return calls[
        Math.max(Math.min(calls.length - 1, at + 1), callsBefore(calls, axis, axis.startOf(item) + page) - 1)
      ];
    case 'above':
      return beside(lanes, from, -1, axis.startOf(item));
    case 'below':
      return beside(lanes, from, 1, axis.startOf(item));
    case 'firstOfAll':
      return lanes.find((lane) => lane.calls.length > 0)?.calls[0];
    case 'lastOfAll':
      return lanes.findLast((lane) => lane.calls.length > 0)?.calls.at(-1);
  }
}

function callsBefore(calls: Uint32Array, axis: LaneAxis, offset: number): number {
  const first = firstWhere(calls.length, (at) => axis.startOf(calls[at] as number) >= offset);
  return Math.min(first, calls.length - 1);
}

/** The call nearest in time, in the next lane that has calls. */
function beside(lanes: readonly Lane[], from: Lane, step: 1 | -1, offset: number): number | undefined {
  for (let n = lanes.indexOf(from) + step; n >= 0 && n < lanes.length; n += step) {
    const found = nearestCall(lanes[n] as Lane, offset);
    if (found !== undefined) return found;
  }
  return undefined;
}

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
