import { type RefObject, useEffect, useRef } from 'react';

/** Draws on a canvas that has one pixel per pixel of the screen; sizes are in CSS pixels. */
export type Draw = (context: CanvasRenderingContext2D, widthPx: number, heightPx: number) => void;

/** Anything that reports its changes, such as a store. */
export interface Changing {
  subscribe(listener: () => void): () => void;
}

/** Milliseconds of a frame in which canvases are drawn; those that are left have their turn in the next frame. */
const budgetMs = 8;

/** What waits to be drawn, in this order. */
const waiting = new Set<() => void>();
let frame = 0;

function drawWaiting(): void {
  const begun = performance.now();
  frame = 0;
  for (const paint of waiting) {
    if (performance.now() - begun > budgetMs) break;
    waiting.delete(paint);
    paint();
  }
  if (waiting.size > 0) frame = requestAnimationFrame(drawWaiting);
}

function drawSoon(paint: () => void): void {
  waiting.add(paint);
  if (frame === 0) frame = requestAnimationFrame(drawWaiting);
}

/**
 * Keeps a canvas up to date: draws it in the next frame after `draw` or any of `changing` has changed, and not in the task in which the page is
 * rendered; and at once when the size of a canvas that was drawn before, or the density of the screen, changes. Where the canvases of a page
 * take long to draw, they take turns frame by frame. The canvas stays empty on a server, and until `draw` is there.
 *
 * @param changing the same list at every render.
 */
export function useCanvas(
  canvas: RefObject<HTMLCanvasElement | null>,
  draw: Draw | undefined,
  changing: readonly Changing[],
): void {
  const latest = useRef(draw);
  const paintSoon = useRef<() => void>(undefined);
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (element == null || context == null) return undefined;
    let isDrawn = false;
    const paint = (): void => {
      isDrawn = true;
      waiting.delete(paint);
      fitPixels(element);
      const density = window.devicePixelRatio;
      context.setTransform(density, 0, 0, density, 0, 0);
      context.clearRect(0, 0, element.clientWidth, element.clientHeight);
      latest.current?.(context, element.clientWidth, element.clientHeight);
    };
    const soon = (): void => drawSoon(paint);
    paintSoon.current = soon;
    const observer = new ResizeObserver(() => {
      if (fits(element)) return;
      if (isDrawn) paint();
      else soon();
    });
    observer.observe(element);
    const unwatch = watchDensity(paint);
    const unsubscribes = changing.map((each) => each.subscribe(soon));
    return () => {
      waiting.delete(paint);
      observer.disconnect();
      unwatch();
      for (const unsubscribe of unsubscribes) unsubscribe();
      paintSoon.current = undefined;
    };
  }, [canvas, changing]);
  useEffect(() => {
    latest.current = draw;
    paintSoon.current?.();
  }, [draw]);
}

/** The size of a canvas in pixels of the screen. */
function pixelsOf(element: HTMLCanvasElement): { width: number; height: number } {
  return {
    width: Math.round(element.clientWidth * window.devicePixelRatio),
    height: Math.round(element.clientHeight * window.devicePixelRatio),
  };
}

function fits(element: HTMLCanvasElement): boolean {
  const { width, height } = pixelsOf(element);
  return element.width === width && element.height === height;
}

function fitPixels(element: HTMLCanvasElement): void {
  if (!fits(element)) Object.assign(element, pixelsOf(element));
}

/**
 * The density changes when the page is zoomed or moved to another screen. A media query matches one density only, so each change needs a
 * new query.
 */
function watchDensity(onChange: () => void): () => void {
  let query = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
  const changed = (): void => {
    query = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    query.addEventListener('change', changed, { once: true });
    onChange();
  };
  query.addEventListener('change', changed, { once: true });
  return () => query.removeEventListener('change', changed);
}
