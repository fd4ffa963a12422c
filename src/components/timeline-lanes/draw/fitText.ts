import type { Ink } from './ink.ts';

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
