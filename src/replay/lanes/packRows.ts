import { createQueue } from './createQueue.ts';

/** Stretches in rows, so that none lies over another of its row. */
export interface Packed {
  /** The row of each stretch, 0-based. */
  readonly rowOf: Uint32Array;
  readonly rows: number;
}

/**
 * Puts each stretch into the first row that is free when it starts: as few rows as there are stretches at once. What ends
 * just when another starts, and what takes no time, is not over it.
 *
 * @param from ascending.
 * @param to where each ends; never before it starts.
 */
export function packRows(from: Float64Array, to: Float64Array): Packed {
  const rowOf = new Uint32Array(from.length);
  const until: number[] = [];
  const rest = createRest(until);
  for (let n = 0; n < from.length; n += 1) {
    const start = from[n] as number;
    const scanned = Math.min(until.length, scannedRows);
    let row = 0;
    while (row < scanned && (until[row] as number) > start) row += 1;
    if (row === scannedRows) row = rest.take(start);
    until[row] = to[n] as number;
    if (row >= scannedRows) rest.occupy(row);
    rowOf[n] = row;
  }
  return { rowOf, rows: until.length };
}

/** So many rows are looked at one by one, which is faster than any queue; few sessions ever have more. */
const scannedRows = 48;

/** The rows after those: the free ones by their number, the others by when they become free. */
function createRest(until: readonly number[]): { take(start: number): number; occupy(row: number): void } {
  const free = createQueue((a, b) => a < b);
  const busy = createQueue((a, b) => (until[a] as number) < (until[b] as number));
  return {
    take(start) {
      for (let row = busy.peek(); row !== undefined && (until[row] as number) <= start; row = busy.peek()) {
        busy.pop();
        free.push(row);
      }
      return free.pop() ?? until.length;
    },
    occupy: (row) => busy.push(row),
  };
}
