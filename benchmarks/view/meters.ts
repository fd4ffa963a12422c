/** Milliseconds for which some work blocks the page. */
export function block(work: () => unknown): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}

/** Resolves when the next frame has been painted. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

/** Measures from now on the longest time that the page was blocked; call the result once, at the end. */
export function watchBlocks(): () => number {
  let longest = 0;
  let last = performance.now();
  let goesOn = true;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (goesOn) port2.postMessage(undefined);
    else port1.close();
  };
  port2.postMessage(undefined);
  return () => {
    goesOn = false;
    return longest;
  };
}

/** Frame times in milliseconds, and the share of frames in which something was missing from the view. */
export interface FrameTimes {
  p50: number;
  p95: number;
  worst: number;
  blank: number;
}

const frameCount = 120;

/**
 * Measures frame after frame over the whole range of a scroller, in jumps of all lengths; without a scroller, standing still. Sets a mark of
 * that name between frames.
 */
export async function frames(mark: string, scroller: HTMLElement | undefined, look: () => number): Promise<FrameTimes> {
  const times: number[] = [];
  let blank = 0;
  let last = await frame();
  for (let n = 0; n < frameCount; n += 1) {
    if (scroller !== undefined) {
      const range = scroller.scrollHeight - scroller.clientHeight;
      // Half of the frames scroll on, half jump anywhere.
      scroller.scrollTop = n % 2 === 0 ? scroller.scrollTop + 400 : (range * ((n * 37) % frameCount)) / frameCount;
    }
    const now = await frame();
    performance.mark(mark);
    times.push(now - last);
    last = now;
    if (look() < 1) blank += 1;
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(share * (times.length - 1))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), worst: at(1), blank: blank / frameCount };
}

function frame(): Promise<number> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
  });
}

/** The scrolling element: the given one, or its nearest scrolling ancestor. */
export function scrollerOf(element: HTMLElement): HTMLElement {
  for (let each: HTMLElement | null = element; each !== null; each = each.parentElement) {
    if (each.scrollHeight > each.clientHeight + 10 && /auto|scroll/.test(getComputedStyle(each).overflowY)) return each;
  }
  return element;
}

/** Of five places in the middle of the view, the share where something is drawn. */
export function coverage(scroller: HTMLElement): number {
  const { left, top, width, height } = scroller.getBoundingClientRect();
  const places = [0.1, 0.3, 0.5, 0.7, 0.9];
  const drawn = places.filter((share) => {
    const found = document.elementFromPoint(left + width * 0.4, top + height * share);
    return found?.closest('[role=treeitem], .ark-timeline__sticky, [data-plain]') != null;
  });
  return drawn.length / places.length;
}

/** Collects what a measurement has made before the next begins. */
export function collectGarbage(): void {
  // Twice: the first may only finish a collection that began earlier, and keeps what died since.
  for (let n = 0; n < 2; n += 1) (globalThis as { gc?: () => void }).gc?.();
}

/** Megabytes that the page retains after garbage collection. */
export function usedHeapMb(): number {
  collectGarbage();
  const { memory } = performance as { memory?: { usedJSHeapSize: number } };
  return (memory?.usedJSHeapSize ?? Number.NaN) / 2 ** 20;
}
