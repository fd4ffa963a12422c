'use client';
import { type RefObject, useEffect, useRef } from 'react';

/** Draws on a canvas that has one pixel per pixel of the screen; sizes are in CSS pixels. */
export type Draw = (context: CanvasRenderingContext2D, widthPx: number, heightPx: number) => void;

/** Anything that reports its changes, such as a cell. */
export interface Changing {
  subscribe(listener: () => void): () => void;
}

/**
 * Keeps a canvas up to date: redraws when `draw` changes, when the element's size or the density of the screen changes, and one frame after
 * any of `changing` does. The canvas stays empty on a server, and until `draw` is there.
 *
 * @param changing the same list at every render.
 */
export function useCanvas(
  canvas: RefObject<HTMLCanvasElement | null>,
  draw: Draw | undefined,
  changing: readonly Changing[],
): void {
  const latest = useRef(draw);
  const paint = useRef<() => void>(undefined);
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (element == null || context == null) return undefined;
    let frame = 0;
    const paintNow = (): void => {
      cancelAnimationFrame(frame);
      frame = 0;
      fitPixels(element);
      const density = window.devicePixelRatio;
      context.setTransform(density, 0, 0, density, 0, 0);
      context.clearRect(0, 0, element.clientWidth, element.clientHeight);
      latest.current?.(context, element.clientWidth, element.clientHeight);
    };
    const paintSoon = (): void => {
      if (frame === 0) frame = requestAnimationFrame(paintNow);
    };
    paint.current = paintNow;
    const observer = new ResizeObserver(paintNow);
    observer.observe(element);
    const unwatch = watchDensity(paintNow);
    const unsubscribes = changing.map((each) => each.subscribe(paintSoon));
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      unwatch();
      for (const unsubscribe of unsubscribes) unsubscribe();
      paint.current = undefined;
    };
  }, [canvas, changing]);
  useEffect(() => {
    latest.current = draw;
    paint.current?.();
  }, [draw]);
}

function fitPixels(element: HTMLCanvasElement): void {
  const width = Math.round(element.clientWidth * window.devicePixelRatio);
  const height = Math.round(element.clientHeight * window.devicePixelRatio);
  if (element.width !== width) element.width = width;
  if (element.height !== height) element.height = height;
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
