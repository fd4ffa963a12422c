import type { Lanes, SessionIndex, TimeAxis } from '../../../replay/index.ts';
import type { LaneView } from '../../../replay/internal.ts';
import type { PhaseType } from '../../../session/index.ts';
import type { Formatters } from '../../language/formatters.ts';
import type { LaneHeights } from '../laneHeights.ts';
import type { LaneScale } from '../laneScale.ts';
import type { PhaseBands } from './phaseBands.ts';

/** What is drawn in a session; made anew when it grows, or when idle time is shown otherwise. */
export interface LaneScene {
  readonly index: SessionIndex;
  readonly time: TimeAxis;
  readonly lanes: Lanes;
  readonly heights: LaneHeights;
  readonly bands: PhaseBands;
  readonly ink: Ink;
  readonly formatters: Formatters;
  /** What a kind of phase is called. */
  readonly phaseName: (type: PhaseBands['types'][number]) => string;
  /** What a call is called inside its mark. */
  readonly callName: (item: number) => string;
}

/** One look at it: the size of the canvas in pixels of the page, and what part of the session it shows. */
export interface LaneFrame {
  readonly context: CanvasRenderingContext2D;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly view: LaneView;
  readonly scale: LaneScale;
  /** How far the lanes are scrolled down. */
  readonly scrollPx: number;
}

/** The colours and the type that a canvas draws with, as the style sheet has them where it stands. */
export interface Ink {
  readonly background: string;
  readonly text: string;
  readonly text2: string;
  readonly text3: string;
  readonly line: string;
  readonly line2: string;
  readonly red: string;
  /** By position in `laneKinds`. */
  readonly kinds: readonly string[];
  readonly phases: ReadonlyMap<PhaseType, { readonly mark: string; readonly wash: string }>;
  /** By position in `timeHolders`. */
  readonly holders: readonly string[];
  readonly plots: { readonly context: string; readonly tokens: string };
  /** Size and family of captions, as `CanvasRenderingContext2D.font` has them. */
  readonly font: string;
}

/** Another ink is made when a font has arrived: what was measured before is no longer true. */
const widths = new WeakMap<Ink, Map<string, number>>();

/** More than any screen shows at once; then the memory starts anew. */
const most = 2000;

/** Width of a text in pixels, in the font of the ink, which the canvas has; measured once. */
export function textWidth(context: CanvasRenderingContext2D, ink: Ink, text: string): number {
  let known = widths.get(ink);
  if (known === undefined || known.size > most) {
    known = new Map();
    widths.set(ink, known);
  }
  const width = known.get(text) ?? context.measureText(text).width;
  known.set(text, width);
  return width;
}

/** As much of a text as there is room for, with an ellipsis where it is cut; nothing where not even three letters fit. */
export function fitText(context: CanvasRenderingContext2D, ink: Ink, text: string, roomPx: number): string {
  const width = textWidth(context, ink, text);
  if (width <= roomPx) return text;
  const letters = [...text];
  const fits = Math.floor((letters.length * (roomPx - textWidth(context, ink, '…'))) / width);
  return fits < 3 ? '' : `${letters.slice(0, fits - 1).join('')}…`;
}

/** From stripe to stripe, in pixels across. */
const apart = 6;

/** Stripes over a ground of its own: time that is left out. Only what lies inside the width of the canvas is drawn. */
export function drawHatch(
  context: CanvasRenderingContext2D,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  canvasPx: number,
  { background, text3 }: { readonly background: string; readonly text3: string },
): void {
  const { y, height } = box;
  const x = Math.max(box.x, -height);
  const width = Math.min(box.x + box.width, canvasPx + height) - x;
  if (width <= 0) return;
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.fillStyle = background;
  context.fillRect(x, y, width, height);
  context.beginPath();
  // Counted from where the gap begins, so that the stripes go with it.
  const first = Math.floor((x - box.x - height) / apart);
  for (let n = first; box.x + n * apart < x + width; n += 1) {
    const left = box.x + n * apart;
    context.moveTo(left, y + height);
    context.lineTo(left + height, y);
  }
  context.strokeStyle = text3;
  context.lineWidth = 1;
  context.globalAlpha = 0.6;
  context.stroke();
  context.restore();
}
