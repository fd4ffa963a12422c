import { useBeforePaint } from './hydration.ts';
import { scaleOf } from './scaleOf.ts';

/** Height that a panel has at least, and space left between it and the edge; px. */
const leastPx = 120;
const edgePx = 8;

/**
 * Keeps a panel over others inside what would cut it: the window, and the parts of the page around it that clip or scroll. Sets `--ark-room`,
 * the height that it has `below` its upper edge, or `above` its lower one. What has no room there scrolls in it.
 */
export function useRoom(panel: HTMLElement | null, side: 'above' | 'below'): void {
  useBeforePaint(() => {
    const view = panel?.ownerDocument.defaultView;
    if (panel === null || !view) return undefined;
    const cutters = cuttersOf(panel);
    const measure = (): void => {
      const boxes = cutters.map((each) => each.getBoundingClientRect());
      const box = panel.getBoundingClientRect();
      const px =
        side === 'below'
          ? Math.min(view.innerHeight, ...boxes.map(({ bottom }) => bottom)) - box.top
          : box.bottom - Math.max(0, ...boxes.map(({ top }) => top));
      panel.style.setProperty('--ark-room', `${Math.max(px / scaleOf(panel) - edgePx, leastPx)}px`);
    };
    measure();
    view.addEventListener('resize', measure);
    const observer = new ResizeObserver(measure);
    for (const each of cutters) observer.observe(each);
    return () => {
      view.removeEventListener('resize', measure);
      observer.disconnect();
    };
  }, [panel, side]);
}

/** The elements around an element that show no more of it than lies in them, also outside the shadow root that holds it. */
function cuttersOf(element: Element): readonly Element[] {
  const { body } = element.ownerDocument;
  const found: Element[] = [];
  for (let around = parentOf(element); around !== null && around !== body; around = parentOf(around)) {
    const { display, overflowY } = getComputedStyle(around);
    if (display !== 'contents' && overflowY !== 'visible') found.push(around);
  }
  return found;
}

function parentOf({ assignedSlot, parentNode }: Element): Element | null {
  if (assignedSlot !== null) return assignedSlot;
  return parentNode instanceof ShadowRoot ? parentNode.host : parentNode instanceof Element ? parentNode : null;
}
