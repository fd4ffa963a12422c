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
