import type { TimelineLayout } from './layoutTimeline.ts';
import type { Measurements } from './useTimelineLayout.ts';

/** The elements of the rows in a room, with the number of each. */
export function rowElements(room: Element): [row: number, element: HTMLElement][] {
  const found: [number, HTMLElement][] = [];
  for (let element = room.firstElementChild; element !== null; element = element.nextElementSibling) {
    const row = element.getAttribute('data-row');
    if (row !== null) found.push([Number(row), element as HTMLElement]);
  }
  return found;
}

/** What the rows in a room measure where the layout has it otherwise. What is not displayed measures nothing. */
export function measureRows(room: Element, layout: TimelineLayout): Measurements {
  const found = new Map<number, number>();
  for (const [row, element] of rowElements(room)) {
    const px = element.offsetHeight;
    if (px > 0 && Math.abs(px - layout.height(row)) >= 1) found.set(row, px);
  }
  return found;
}
