'use client';
import { type RefObject, useEffect, useRef } from 'react';

/** Draws on a canvas whose pixels are those of the screen; sizes in pixels of the page. */
export type Draw = (context: CanvasRenderingContext2D, widthPx: number, heightPx: number) => void;

/** A thing that says when it changed; a cell is one. */
export interface Changing {
  subscribe(listener: () => void): () => void;
}

/**
 * Keeps a canvas drawn: when the function changes, with the element's size and the density of the screen, and one frame
 * after any of `changing` did. On a server, and until the function is there, the canvas stays empty.
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

/** A page is moved to another screen, or zoomed: a query holds for one density only, so each change asks anew. */
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
