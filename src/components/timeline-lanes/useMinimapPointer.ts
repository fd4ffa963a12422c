'use client';
import { type PointerEvent, useRef } from 'react';
import { clampView, type LaneBounds, wholeView } from '../../replay/lanes/laneView.ts';
import { createLaneScale } from './laneScale.ts';
import type { LaneStage } from './laneStage.ts';
import { moveEdge, type ViewEdge } from './moveEdge.ts';

interface MinimapHandlers {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: () => void;
  onPointerCancel: () => void;
}

interface Held {
  readonly part: ViewEdge | 'window';
  /** From the start of the view to where it was taken. */
  readonly offset: number;
}

/** Drags the view, or one of its ends; a press beside it brings it there. */
export function useMinimapPointer(stage: LaneStage, bounds: LaneBounds): MinimapHandlers {
  const held = useRef<Held>(undefined);
  const placeOf = (event: PointerEvent<HTMLElement>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return createLaneScale(wholeView(bounds), width).place(event.clientX - left);
  };
  const moveTo = (place: number): void => {
    const view = stage.view.get();
    const now = held.current;
    if (now === undefined) return;
    if (now.part !== 'window') {
      stage.view.set(moveEdge(view, now.part, place, bounds));
      return;
    }
    const from = place - now.offset;
    stage.view.set(clampView({ from, to: from + view.to - view.from }, bounds));
  };
  const letGo = (): void => {
    held.current = undefined;
  };
  return {
    onPointerDown(event) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const part = event.target instanceof HTMLElement ? event.target.dataset.edge : undefined;
      const place = placeOf(event);
      const { from, to } = stage.view.get();
      if (part === 'from' || part === 'to') held.current = { part, offset: 0 };
      else held.current = { part: 'window', offset: place >= from && place <= to ? place - from : (to - from) / 2 };
      moveTo(place);
    },
    onPointerMove(event) {
      if (held.current !== undefined) moveTo(placeOf(event));
    },
    onPointerUp: letGo,
    onPointerCancel: letGo,
  };
}
