'use client';
import { type ReactElement, useCallback, useMemo, useRef } from 'react';
import { drawHead } from './draw/drawHead.ts';
import type { LaneScene } from './draw/scene.ts';
import { createLaneScale } from './laneScale.ts';
import type { LaneStage } from './laneStage.ts';
import { useCanvas } from './useCanvas.ts';
import { type LanePointerOptions, useLanePointer } from './useLanePointer.ts';

/** Props of {@link LaneHead}. */
export interface LaneHeadProps {
  scene: LaneScene | undefined;
  stage: LaneStage;
  pointer: Omit<LanePointerOptions, 'find'>;
}

const nothing = (): undefined => undefined;

/** The axis and the phases. Pressing it moves the playhead to that moment. */
export function LaneHead({ scene, stage, pointer }: LaneHeadProps): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const draw = useCallback(
    (context: CanvasRenderingContext2D, widthPx: number, heightPx: number): void => {
      if (scene === undefined) return;
      const view = stage.view.get();
      drawHead(scene, { context, widthPx, heightPx, view, scale: createLaneScale(view, widthPx), scrollPx: 0 });
    },
    [scene, stage],
  );
  useCanvas(
    canvas,
    draw,
    useMemo(() => [stage.view], [stage]),
  );
  return <canvas ref={canvas} className="ark-lanes__axis" {...useLanePointer({ ...pointer, find: nothing })} />;
}
