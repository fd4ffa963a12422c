import type { TimelineLayout } from './layoutTimeline.ts';

/** Keys that move through the rows. */
export type MoveKey = 'ArrowUp' | 'ArrowDown' | 'Home' | 'End' | 'PageUp' | 'PageDown';

const keys: ReadonlySet<string> = new Set(['ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown']);

/** Whether a key moves through the rows. */
export function isMoveKey(key: string): key is MoveKey {
  return keys.has(key);
}

/**
 * The row that a key goes to; the row itself where there is none in its direction.
 *
 * @param canStand whether a row can be focused.
 */
export function moveFocus(
  key: MoveKey,
  row: number,
  layout: TimelineLayout,
  viewPx: number,
  canStand: (row: number) => boolean,
): number {
  const last = layout.count - 1;
  switch (key) {
    case 'ArrowUp':
      return nextFrom(row - 1, -1, last, canStand) ?? row;
    case 'ArrowDown':
      return nextFrom(row + 1, 1, last, canStand) ?? row;
    case 'Home':
      return nextFrom(0, 1, last, canStand) ?? row;
    case 'End':
      return nextFrom(last, -1, last, canStand) ?? row;
    case 'PageUp': {
      const reached = Math.min(row - 1, layout.rowAt(layout.top(row) - viewPx + layout.height(row)));
      return nextFrom(Math.max(0, reached), 1, row, canStand) ?? row;
    }
    case 'PageDown': {
      const reached = Math.max(row + 1, layout.rowAt(layout.top(row) + viewPx - layout.height(row)));
      const found = nextFrom(Math.min(last, reached), -1, last, canStand);
      return found === undefined || found < row ? row : found;
    }
  }
}

function nextFrom(from: number, by: 1 | -1, last: number, canStand: (row: number) => boolean): number | undefined {
  for (let row = from; row >= 0 && row <= last; row += by) if (canStand(row)) return row;
  return undefined;
}
