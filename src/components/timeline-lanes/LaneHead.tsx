import { type ReactElement, useCallback, useMemo, useRef } from 'react';
import { isWhole, type LaneBounds, type LaneView } from '../../replay/internal.ts';
import { useStore } from '../hooks/useStore.ts';
import { lanesWords } from '../language/english/lanes.ts';
import { ActionButton } from '../shared/ActionButton.tsx';
import { useKit } from '../theme/useKit.ts';
import { axisLabels, labelOffsetPx } from './draw/axis.ts';
import { drawHatch, fitText, gapsInView, type LaneFrame, type LaneScene, phasesInView } from './draw/scene.ts';
import { type LaneCommand, panStep, zoomStep } from './laneCommand.ts';
import { createLaneScale, type LaneStage } from './laneStage.ts';
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

/** Heights of the axis and of the row of phases below it, in pixels. The style sheet repeats them. */
const axisPx = 20;
const phasePx = 20;
const edgePx = 3;

/** Draws the axis with its labels, and below it the phases with their names. */
function drawHead(scene: LaneScene, frame: LaneFrame): void {
  const { context, widthPx, heightPx } = frame;
  const { ink, bands } = scene;
  context.font = ink.font;
  context.textBaseline = 'middle';
  for (const { x, label } of axisLabels(scene, frame)) {
    context.fillStyle = ink.line2;
    context.fillRect(Math.round(x), axisPx - 5, 1, 5);
    if (label === undefined) continue;
    context.fillStyle = ink.text3;
    context.fillText(label, Math.round(x) + labelOffsetPx, axisPx / 2);
  }
  if (bands.types.length > 0) {
    drawPhases(scene, frame);
    namePhases(scene, frame, drawGaps(scene, frame));
  }
  context.fillStyle = ink.line;
  context.fillRect(0, heightPx - 1, widthPx, 1);
}

function drawPhases({ ink, bands }: LaneScene, frame: LaneFrame): void {
  const { context, widthPx } = frame;
  for (const { x, width, type, again } of phasesInView(bands, frame)) {
    const colour = ink.phases.get(type);
    if (colour === undefined) continue;
    const left = Math.max(0, x);
    const right = Math.min(widthPx, x + width);
    context.fillStyle = colour.wash;
    context.fillRect(left, axisPx, right - left, phasePx);
    context.fillStyle = colour.mark;
    if (again) for (let at = left; at < right; at += 6) context.fillRect(at, axisPx, Math.min(4, right - at), edgePx);
    else context.fillRect(left, axisPx, right - left, edgePx);
    if (width >= 8) context.fillRect(Math.round(x), axisPx, 1, phasePx);
  }
}

/** Writes the names of phases where nothing is hatched: each into the widest room between the gaps of its phase. */
function namePhases({ ink, bands, phaseName }: LaneScene, frame: LaneFrame, gaps: readonly Span[]): void {
  const { context, widthPx } = frame;
  let n = 0;
  for (const { x, width, type } of phasesInView(bands, frame)) {
    const end = Math.min(widthPx, x + width);
    let at = Math.max(0, x);
    let room: Span = { from: at, to: at };
    const take = (to: number): void => {
      if (to - at > room.to - room.from) room = { from: at, to };
    };
    while (n > 0 && (gaps[n - 1]?.to ?? 0) > at) n -= 1;
    for (; n < gaps.length && (gaps[n]?.from ?? 0) < end; n += 1) {
      const gap = gaps[n] as Span;
      take(Math.max(at, gap.from));
      at = Math.max(at, gap.to);
    }
    take(end);
    const name = fitText(context, ink, phaseName(type), room.to - room.from - 10);
    if (name === '') continue;
    context.fillStyle = ink.text2;
    context.fillText(name, room.from + 6, axisPx + edgePx + (phasePx - edgePx) / 2);
  }
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Hatches idle time, and returns where it did, in pixels. */
function drawGaps(scene: LaneScene, frame: LaneFrame): Span[] {
  const gaps = gapsInView(scene, frame).filter(({ width }) => width >= 2);
  for (const { x, width } of gaps)
    drawHatch(frame.context, { x, y: axisPx, width, height: phasePx }, frame.widthPx, scene.ink);
  return gaps.map(({ x, width }) => ({ from: x, to: x + width }));
}

interface LaneToolsProps {
  stage: LaneStage;
  bounds: LaneBounds;
  onCommand: (command: LaneCommand) => void;
}

/** Buttons that do with the view what the wheel and the keys do. */
export function LaneTools({ stage, bounds, onCommand }: LaneToolsProps): ReactElement {
  const { t } = useKit(lanesWords);
  // Joined into one string so that this renders when a button is enabled or disabled, not at every step of the view.
  const off = useStore(stage.view, (view) => offOf(view, bounds).join(' ')).split(' ');
  const tools = [
    { icon: 'chevronLeft', name: 'lanes.panBack', command: { do: 'pan', share: -panStep } },
    { icon: 'zoomOut', name: 'lanes.zoomOut', command: { do: 'zoom', factor: 1 / zoomStep } },
    { icon: 'zoomIn', name: 'lanes.zoomIn', command: { do: 'zoom', factor: zoomStep } },
    { icon: 'zoomWhole', name: 'lanes.showWhole', command: { do: 'whole' } },
    { icon: 'chevronRight', name: 'lanes.panOn', command: { do: 'pan', share: panStep } },
  ] as const;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div className="ark-lanes__tools" role="group" aria-label={t('lanes.view')}>
      {tools.map(({ icon, name, command }) => (
        <ActionButton
          key={name}
          look="icon"
          icon={icon}
          label={t(name)}
          aria-disabled={off.includes(name)}
          onClick={() => onCommand(command)}
        />
      ))}
    </div>
  );
}

type ToolName = 'lanes.panBack' | 'lanes.zoomOut' | 'lanes.zoomIn' | 'lanes.showWhole' | 'lanes.panOn';

/** Commands that would not change the view any further. */
function offOf(view: LaneView, bounds: LaneBounds): ToolName[] {
  const slack = bounds.total * 1e-9;
  const closest = view.to - view.from <= Math.min(bounds.least, bounds.total) + slack;
  return [
    ...(view.from <= slack ? (['lanes.panBack'] as const) : []),
    ...(view.to >= bounds.total - slack ? (['lanes.panOn'] as const) : []),
    ...(isWhole(view, bounds) ? (['lanes.zoomOut', 'lanes.showWhole'] as const) : []),
    ...(closest ? (['lanes.zoomIn'] as const) : []),
  ];
}
