import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { clampView, isWhole, type LaneBounds, type LaneView, panView, zoomView } from '../../replay/internal.ts';
import { drivePlayhead, useReplayStore, watchMotion } from '../../replay/react/index.ts';
import { scaleOf } from '../hooks/scaleOf.ts';
import { useKit } from '../theme/useKit.ts';
import { type AxisRange, createLaneScale, type LaneScale, type LaneStage, type Pointed, sidePx } from './laneStage.ts';

/** What a pointer does on the lanes or on their axis. */
export interface LanePointerOptions {
  stage: LaneStage;
  bounds: LaneBounds;
  /** Finds what is at a point of the element. */
  find: (scale: LaneScale, x: number, y: number) => Pointed | undefined;
  /** Called for a press that did not move: on a call, or beside all of them. */
  onPress: (pointed: Pointed | undefined, offset: number) => void;
  /** Called when a range was selected; without it, no range can be selected. */
  onRange: ((span: AxisRange) => void) | undefined;
}

/** Handlers for the element. */
interface LanePointer {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave: () => void;
}

/** The gesture under way: a press that may become a range, a range, or fingers that move the view. */
interface Gesture {
  readonly is: 'press' | 'range' | 'fingers';
  readonly fromX: number;
  readonly offset: number;
}

interface Touch {
  x: number;
}

/** A press that moves less than this stays a press, in pixels. */
const stillPx = 4;

/** Highlights calls under the pointer. A press chooses a call; a mouse or pen drag selects a range; one finger pans, two zoom. */
export function useLanePointer({ stage, bounds, find, onPress, onRange }: LanePointerOptions): LanePointer {
  const gesture = useRef<Gesture>(undefined);
  const touches = useRef(new Map<number, Touch>());
  const look = (event: PointerEvent<HTMLElement>): { x: number; y: number; scale: LaneScale; widthPx: number } => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const scale = scaleOf(event.currentTarget);
    const widthPx = event.currentTarget.clientWidth;
    return {
      x: (event.clientX - left) / scale,
      y: (event.clientY - top) / scale,
      scale: createLaneScale(stage.view.get(), widthPx),
      widthPx,
    };
  };
  const moveFingers = (event: PointerEvent<HTMLElement>): void => {
    const { x, widthPx } = look(event);
    const before = [...touches.current.values()].map((finger) => finger.x);
    const finger = touches.current.get(event.pointerId);
    if (finger === undefined) return;
    finger.x = x;
    const now = [...touches.current.values()].map((each) => each.x);
    stage.view.set(clampView(followTouches(stage.view.get(), widthPx, before, now), bounds));
  };
  const end = (event: PointerEvent<HTMLElement>): Gesture | undefined => {
    touches.current.delete(event.pointerId);
    const ended = gesture.current;
    if (touches.current.size === 0) gesture.current = undefined;
    return ended;
  };

  return {
    onPointerDown(event) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const { x, scale } = look(event);
      if (event.pointerType === 'touch') touches.current.set(event.pointerId, { x });
      gesture.current = { is: touches.current.size > 1 ? 'fingers' : 'press', fromX: x, offset: scale.offset(x) };
    },
    onPointerMove(event) {
      const { x, y, scale } = look(event);
      const now = gesture.current;
      if (event.pointerType !== 'touch') stage.hover.set(scale.offset(x));
      if (now === undefined) {
        const found = find(scale, x, y);
        const before = stage.pointed.get();
        if (found?.item !== before?.item || found?.together !== before?.together) stage.pointed.set(found);
        return;
      }
      const touched = touches.current.has(event.pointerId);
      if (now.is === 'press' && Math.abs(x - now.fromX) < stillPx) return;
      if (now.is === 'press') gesture.current = { ...now, is: touched ? 'fingers' : 'range' };
      stage.pointed.set(undefined);
      if (touched) moveFingers(event);
      else if (onRange !== undefined) stage.draft.set(spanOf(now.offset, scale.offset(x), bounds));
    },
    onPointerUp(event) {
      const { x, y, scale } = look(event);
      const ended = end(event);
      const draft = stage.draft.get();
      stage.draft.set(undefined);
      if (ended?.is === 'press') onPress(find(scale, x, y), ended.offset);
      else if (ended?.is === 'range' && draft !== undefined) onRange?.(draft);
    },
    onPointerCancel(event) {
      end(event);
      stage.draft.set(undefined);
    },
    onPointerLeave() {
      stage.pointed.set(undefined);
      stage.hover.set(undefined);
    },
  };
}

function spanOf(a: number, b: number, { total }: LaneBounds): AxisRange {
  const within = (offset: number): number => Math.min(total, Math.max(0, offset));
  return { from: within(Math.min(a, b)), to: within(Math.max(a, b)) };
}

/**
 * The view in which the offsets that were under one or two fingers are under them again; it may reach beyond the session.
 *
 * @param widthPx width of the lanes, including the room on either side.
 * @param before where the fingers were, in pixels; `now` has them in the same order.
 */
export function followTouches(
  view: LaneView,
  widthPx: number,
  before: readonly number[],
  now: readonly number[],
): LaneView {
  const { offset: offsetAt, pxPer } = createLaneScale(view, widthPx);
  const [a = 0, b = a] = now;
  const [beforeA = 0, beforeB = beforeA] = before;
  const apart = Math.abs(b - a);
  // Two fingers in one place give no scale.
  const perPx =
    apart === 0 || beforeA === beforeB ? 1 / pxPer : Math.abs(offsetAt(beforeB) - offsetAt(beforeA)) / apart;
  const from = offsetAt(beforeA) - (a - sidePx) * perPx;
  return { from, to: from + (widthPx - 2 * sidePx) * perPx };
}

/** Pixels per line and per page of a wheel. */
const modePx = [1, 16, 400] as const;
/** Zoom per pixel of the wheel: a notch of 100 zooms by a third. */
const zoomPerPx = 0.003;

/**
 * Zooms with Ctrl or ⌘ and the wheel, around the pointer (browsers report pinching a touchpad the same way). Pans with Shift, or when the
 * wheel goes sideways. A plain wheel scrolls the page and the lanes, as everywhere.
 *
 * @param area where the wheel works.
 * @param plot where the axis lies.
 */
export function useLaneWheel(
  area: RefObject<HTMLElement | null>,
  plot: RefObject<HTMLElement | null>,
  stage: LaneStage,
  bounds: LaneBounds,
): void {
  useEffect(() => {
    const element = area.current;
    const drawn = plot.current;
    if (element === null || drawn === null) return undefined;
    const onWheel = (event: WheelEvent): void => {
      const unit = modePx[event.deltaMode] ?? 1;
      const [across, down] = [event.deltaX * unit, event.deltaY * unit];
      const { left, width } = drawn.getBoundingClientRect();
      const view = stage.view.get();
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        const at = createLaneScale(view, width).offset(event.clientX - left);
        stage.view.set(zoomView(view, Math.exp(-down * zoomPerPx), at, bounds));
      } else if (event.shiftKey || Math.abs(across) > Math.abs(down)) {
        event.preventDefault();
        stage.view.set(panView(view, (across || down) / Math.max(1, width), bounds));
      }
    };
    // Not passive: zooming the lanes must not zoom the page.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [area, plot, stage, bounds]);
}

/** Where the playhead is placed after it left the view, as a fraction of the view. */
const landing = 0.2;

/**
 * While the playhead is in sight, the view follows it when it would leave. A reader who has scrolled away during playback is left alone until
 * the playhead jumps.
 */
export function useFollowingView(stage: LaneStage, bounds: LaneBounds): void {
  const replay = useReplayStore();
  const { motion } = useKit();
  useEffect(() => {
    let offset = 0;
    let inSight = true;
    const look = (): void => {
      const { from, to } = stage.view.get();
      inSight = offset >= from && offset <= to;
    };
    const unsubscribe = stage.view.subscribe(look);
    const stop = drivePlayhead(replay, {
      show(progress) {
        const jumped = replay.getState().status !== 'playing' && progress * bounds.total !== offset;
        offset = progress * bounds.total;
        const view = stage.view.get();
        const left = offset < view.from || offset > view.to;
        if (!left) inSight = true;
        else if ((inSight || jumped) && !isWhole(view, bounds)) {
          const span = view.to - view.from;
          const from = offset - span * landing;
          stage.view.set(clampView({ from, to: from + span }, bounds));
        }
      },
      nextFrame(callback) {
        const frame = requestAnimationFrame(callback);
        return () => cancelAnimationFrame(frame);
      },
      reducesMotion: watchMotion(motion),
    });
    return () => {
      unsubscribe();
      stop();
    };
  }, [stage, bounds, replay, motion]);
}
