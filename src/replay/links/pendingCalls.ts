import type { CallRole } from '../../session/internal.ts';
import type { CallItem } from '../replayItem.ts';

/** A call whose result has not come yet. */
export interface PendingCall {
  readonly item: CallItem;
  readonly role: CallRole;
  readonly end: number;
}

/** Calls by their end, in a heap: thousands may be in flight at once, and each is looked at only a few times. */
export class PendingCalls {
  private readonly heap: PendingCall[] = [];

  add(call: PendingCall): void {
    const { heap } = this;
    let at = heap.length;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isBefore(call, heap[above] as PendingCall)) break;
      heap[at] = heap[above] as PendingCall;
      at = above;
    }
    heap[at] = call;
  }

  /** Removes and returns the call that ended first, if it has ended by now. */
  takeEnded(now: number): PendingCall | undefined {
    const [first] = this.heap;
    if (first === undefined || first.end > now) return undefined;
    const last = this.heap.pop() as PendingCall;
    if (this.heap.length > 0) this.sink(last);
    return first;
  }

  private sink(call: PendingCall): void {
    const { heap } = this;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && isBefore(heap[below + 1] as PendingCall, heap[below] as PendingCall)) below += 1;
      if (!isBefore(heap[below] as PendingCall, call)) break;
      heap[at] = heap[below] as PendingCall;
      at = below;
    }
    heap[at] = call;
  }
}

function isBefore(one: PendingCall, other: PendingCall): boolean {
  return one.end < other.end || (one.end === other.end && one.item.index < other.item.index);
}
