'use client';
import { type ReactElement, useCallback, useMemo, useRef } from 'react';
import { drawLanes } from './draw/drawLanes.ts';
import type { LaneScene } from './draw/scene.ts';
import { type LaneHeights, sheetY } from './laneHeights.ts';
import { callAt } from './laneHit.ts';
import { createLaneScale } from './laneScale.ts';
import type { LaneStage } from './laneStage.ts';
import { useCanvas } from './useCanvas.ts';
import { type LanePointerOptions, useLanePointer } from './useLanePointer.ts';

/** Props of {@link LaneCanvas}. */
export interface LaneCanvasProps {
  scene: LaneScene | undefined;
  heights: LaneHeights;
  stage: LaneStage;
  pointer: Omit<LanePointerOptions, 'find'>;
}

/** What is seen of the lanes that are in sight. */
export function LaneCanvas({ scene, heights, stage, pointer }: LaneCanvasProps): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const draw = useCallback(
    (context: CanvasRenderingContext2D, widthPx: number, heightPx: number): void => {
      if (scene === undefined) return;
      const view = stage.view.get();
      const scale = createLaneScale(view, widthPx);
      drawLanes(scene, { context, widthPx, heightPx, view, scale, scrollPx: stage.scrollPx.get() });
    },
    [scene, stage],
  );
  useCanvas(
    canvas,
    draw,
    useMemo(() => [stage.view, stage.scrollPx], [stage]),
  );
  const find: LanePointerOptions['find'] = (scale, x, y) =>
    callAt(heights, scale, x, sheetY(heights, y, stage.scrollPx.get()));
  return <canvas ref={canvas} className="ark-lanes__canvas" {...useLanePointer({ ...pointer, find })} />;
}
