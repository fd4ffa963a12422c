import { type CSSProperties, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { axisOf, layoutLanes } from '../../replay/index.ts';
import type { LaneView } from '../../replay/internal.ts';
import { useReplay, useReplayStore, useSettledReplay } from '../../replay/react/index.ts';
import { useActiveCall, useLaneCommands } from './laneCommand.ts';
import { layoutHeights, useLaneHeight } from './laneHeights.ts';
import { type LaneStage, rangeOf, type SessionRange, spanOfRange, useLaneStage } from './laneStage.ts';
import { useFollowingView, useLaneWheel } from './useLanePointer.ts';
import { useLaneInk, useLaneScene } from './useLaneScene.tsx';

/** What the host decides about the lanes, and wants to know. */
interface LaneOptions extends SessionRangeProps {
  defaultCollapsed?: readonly string[] | undefined;
  onMove?: (() => void) | undefined;
  onRun?: (() => void) | undefined;
}

/** The lanes of the surrounding replay: where everything lies, what is chosen, and what a press or a command does. */
export type Lanes = ReturnType<typeof useLanes>;

export function useLanes({ defaultCollapsed, onMove, onRun, ...rangeProps }: LaneOptions) {
  const replay = useReplayStore();
  const index = useReplay((state) => state.index);
  const time = useReplay(axisOf);
  const selection = useSettledReplay((state) => state.pinned ?? state.selection);
  const lanes = layoutLanes(index, time);
  const { axis } = lanes;
  const [collapsed, toggle] = useCollapsed(defaultCollapsed);
  const heights = useMemo(() => layoutHeights(lanes.lanes, collapsed), [lanes, collapsed]);
  const { stage, bounds } = useLaneStage(index, lanes);
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const size = useLaneHeight(frame, heights);
  const scene = useLaneScene(index, time, lanes, heights, useLaneInk(frame));
  const selected = selection === undefined ? undefined : index.itemById(selection)?.index;
  const active = useActiveCall(frame, index, lanes, heights, selected);
  const [chosen, setChosen] = useRange(rangeProps);
  const timed = axis.unit === 'ms';
  const span = chosen === undefined || !timed ? undefined : spanOfRange(axis, chosen);
  const onSpan = timed
    ? (next: typeof span): void => setChosen(next === undefined ? undefined : rangeOf(axis, next))
    : undefined;
  const onChoose = (item: number): void => {
    active.set(item);
    replay.select(index.items[item]?.id);
    onMove?.();
  };
  const onShownRun = useCallback(() => {
    onMove?.();
    onRun?.();
  }, [onMove, onRun]);
  const goTo = (offset: number): void => {
    if (timed) replay.seek(axis.momentAt(offset));
    else replay.seekToItem(Math.round(offset));
    onMove?.();
  };
  const runCommand = useLaneCommands({
    ...{ index, lanes, heights, stage, bounds, scroller, active, span, onChoose, onSpan },
  });
  useViewStyle(frame, stage, bounds.total);
  useFollowingView(stage, bounds);
  useLaneWheel(frame, plot, stage, bounds);
  return {
    ...{ index, time, lanes, axis, heights, size, stage, bounds, scene },
    ...{ frame, plot, scroller },
    ...{ collapsed, selected, active, chosen, span },
    ...{ toggle, onSpan, onChoose, onShownRun, goTo, runCommand },
    /** What the drawings that hear the pointer have in common. */
    pointer: { stage, bounds, onRange: onSpan },
  };
}

function useCollapsed(first: readonly string[] | undefined): [ReadonlySet<string>, toggle: (id: string) => void] {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(() => new Set(first));
  const toggle = useCallback((id: string): void => {
    setCollapsed((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  return [collapsed, toggle];
}

const fromProperty = '--ark-lanes-from';
const spanProperty = '--ark-lanes-span';

/** Custom properties by which the style sheet places elements in the view. */
export function viewStyle({ from, to }: LaneView, total: number): CSSProperties {
  return { [fromProperty]: from / total, [spanProperty]: (to - from) / total } as CSSProperties;
}

/** Writes the view to these properties of an element whenever it changes, without rendering. */
function useViewStyle(root: RefObject<HTMLElement | null>, { view }: LaneStage, total: number): void {
  useEffect(() => {
    const style = root.current?.style;
    if (style === undefined) return undefined;
    const write = (): void => {
      const { from, to } = view.get();
      style.setProperty(fromProperty, String(from / total));
      style.setProperty(spanProperty, String((to - from) / total));
    };
    write();
    return view.subscribe(write);
  }, [root, view, total]);
}

/** A range that its host may control, as `OpenProps` does for folds. */
interface SessionRangeProps {
  range?: SessionRange | null | undefined;
  defaultRange?: SessionRange | undefined;
  onRangeChange?: ((range: SessionRange | undefined) => void) | undefined;
}

/** Returns the selected range and the function that changes it. */
function useRange({
  range,
  defaultRange,
  onRangeChange,
}: SessionRangeProps): [range: SessionRange | undefined, change: (range: SessionRange | undefined) => void] {
  const [remembered, setRemembered] = useState(defaultRange);
  const now = range === undefined ? remembered : (range ?? undefined);
  return [
    now,
    (next) => {
      setRemembered(next);
      onRangeChange?.(next);
    },
  ];
}
