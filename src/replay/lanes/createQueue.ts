/** A queue that gives the number that comes first by its order, whatever the order in which numbers came in. */
export interface Queue {
  peek(): number | undefined;
  pop(): number | undefined;
  push(value: number): void;
}

/** Makes a queue as a binary heap: each step costs the logarithm of its length. */
export function createQueue(before: (a: number, b: number) => boolean): Queue {
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
