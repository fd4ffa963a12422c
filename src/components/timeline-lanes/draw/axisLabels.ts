import type { LaneAxis } from '../../../replay/index.ts';
import type { Formatters } from '../../language/formatters.ts';
import { axisTicks } from '../axisTicks.ts';
import { placeLabels } from '../placeLabels.ts';
import { textWidth } from './fitText.ts';
import type { LaneFrame, LaneScene } from './scene.ts';

/** A tick as it is seen: `label` is absent where there is no room for it. */
export interface SeenTick {
  readonly x: number;
  readonly label: string | undefined;
}

/** A round time has about this much room, and two labels are at least so far apart; in pixels. */
const roomPx = 96;
const apartPx = 12;
/** After a gap narrower than this the time is not told: it is hardly seen. */
const leastGapPx = 8;
/** A label stands at the right of its tick. */
export const labelOffsetPx = 4;

/** The ticks of a view, with the labels for which there is room; the font of the canvas is that of the labels. */
export function axisLabels({ lanes, time, formatters, ink }: LaneScene, frame: LaneFrame): SeenTick[] {
  const { context, scale, view, widthPx } = frame;
  const { ticks, step } = axisTicks(lanes.axis, time, view, Math.floor(widthPx / roomPx), leastGapPx / scale.pxPer);
  const seen = ticks.map(({ place, value }) => ({
    x: scale.x(place),
    label: labelOf(value, step, lanes.axis, formatters),
  }));
  const wishes = seen.map(({ x, label }, n) => ({
    from: x + labelOffsetPx,
    to: x + labelOffsetPx + textWidth(context, ink, label),
    rank: ticks[n]?.rank === 'round' ? 0 : 1,
  }));
  const standing = new Set(placeLabels(wishes, apartPx, { from: 0, to: widthPx }));
  return seen.map(({ x, label }, n) => ({ x, label: standing.has(n) ? label : undefined }));
}

function labelOf(value: number, step: number, { unit }: LaneAxis, formatters: Formatters): string {
  if (unit === 'place') return formatters.number(value);
  const clock = formatters.clock(value);
  return step % 1000 === 0 ? clock : `${clock}.${String(Math.floor(value % 1000)).padStart(3, '0')}`;
}
