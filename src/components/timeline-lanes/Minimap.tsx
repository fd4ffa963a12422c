'use client';
import { type ReactElement, type ReactNode, useCallback, useRef } from 'react';
import type { LaneAxis } from '../../replay/index.ts';
import { type LaneBounds, wholeView } from '../../replay/lanes/laneView.ts';
import { lanesWords } from '../language/english/lanes.ts';
import { useKit } from '../theme/useKit.ts';
import { drawMinimap } from './draw/drawMinimap.ts';
import type { LaneScene } from './draw/scene.ts';
import { createLaneScale } from './laneScale.ts';
import type { LaneStage, PlaceSpan } from './laneStage.ts';
import { StretchBand } from './StretchBand.tsx';
import { type Changing, useCanvas } from './useCanvas.ts';
import { useMinimapPointer } from './useMinimapPointer.ts';
import { ViewWindow } from './ViewWindow.tsx';

/** Props of {@link Minimap}. */
export interface MinimapProps {
  scene: LaneScene | undefined;
  axis: LaneAxis;
  stage: LaneStage;
  bounds: LaneBounds;
  stretch: PlaceSpan | undefined;
  /** What is marked on the whole session. */
  marks: ReactNode;
}

/** The whole session is drawn once, whatever part of it is shown. */
const never: readonly Changing[] = [];

/** The whole session in one line, with the part that the lanes show; it can be moved there, and taken at either end. */
export function Minimap({ scene, axis, stage, bounds, stretch, marks }: MinimapProps): ReactElement {
  const { t } = useKit(lanesWords);
  const canvas = useRef<HTMLCanvasElement>(null);
  const draw = useCallback(
    (context: CanvasRenderingContext2D, widthPx: number, heightPx: number): void => {
      if (scene === undefined) return;
      const view = wholeView(bounds);
      drawMinimap(scene, { context, widthPx, heightPx, view, scale: createLaneScale(view, widthPx), scrollPx: 0 });
    },
    [scene, bounds],
  );
  useCanvas(canvas, draw, never);
  const pointer = useMinimapPointer(stage, bounds);
  return (
    <div className="ark-lanes__map">
      <span className="ark-lanes__map-label">{t('lanes.whole')}</span>
      <div className="ark-lanes__map-plot" {...pointer}>
        <canvas ref={canvas} className="ark-lanes__map-canvas" />
        {marks}
        <StretchBand stage={stage} span={stretch} total={bounds.total} />
        <ViewWindow stage={stage} bounds={bounds} axis={axis} />
        <span className="ark-lanes__here" aria-hidden="true" />
      </div>
    </div>
  );
}
