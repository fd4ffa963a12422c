/** Ranges in rows, so that no two ranges of a row overlap. */
interface Packed {
  /** The row of each range, from 0. */
  readonly rowOf: Uint32Array;
  readonly rows: number;
}

/**
 * Puts each range into the first row that is free when it starts, so there are as many rows as ranges at once. A range that ends exactly
 * when another starts, or has no length, does not overlap it.
 * @param from ascending.
 * @param to end of each range; never before its start.
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

/** Number of rows that are checked one by one, which is faster than any queue; few sessions ever have more. */
const scannedRows = 48;

/** The rows after those: free rows by number, busy rows by when they become free. */
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

/** A priority queue of numbers: gives the first one by its order. */
interface Queue {
  peek(): number | undefined;
  pop(): number | undefined;
  push(value: number): void;
}

/** Creates a priority queue as a binary heap: each operation takes logarithmic time. */
function createQueue(before: (a: number, b: number) => boolean): Queue {
  const heap: number[] = [];
  const swap = (a: number, b: number): void => {
    const kept = heap[a] as number;
    heap[a] = heap[b] as number;
    heap[b] = kept;
  };
  const isBefore = (a: number, b: number): boolean =>
    a < heap.length && b < heap.length && before(heap[a] as number, heap[b] as number);
  return {
    peek: () => heap[0],
    push(value) {
      let at = heap.push(value) - 1;
      for (let above = (at - 1) >> 1; at > 0 && isBefore(at, above); above = (at - 1) >> 1) {
        swap(at, above);
        at = above;
      }
    },
    pop() {
      const first = heap[0];
      const last = heap.pop();
      if (heap.length === 0 || last === undefined) return first;
      heap[0] = last;
      for (let at = 0; ; ) {
        const [left, right] = [2 * at + 1, 2 * at + 2];
        const least = isBefore(right, left) ? right : left;
        if (!isBefore(least, at)) return first;
        swap(least, at);
        at = least;
      }
    },
  };
}
