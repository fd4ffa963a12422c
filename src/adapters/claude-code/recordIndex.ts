import { NumberColumn } from '../../session/internal.ts';
import { IdTable } from '../idTable.ts';

/** Maps the records of a run to its items, to find what a rewind left behind. */
export class RecordIndex {
  private readonly uuids = new IdTable();
  /** By the number of a record's uuid: `seq` of the last item when the record was converted, and how many items were its own. */
  private readonly ends = new NumberColumn();
  private readonly sizes = new NumberColumn();
  private lastTalk = 0;
  /** For each item that was left behind: the first later item that may not be. */
  private readonly behind = new Map<number, number>();

  /** Records that a record became the items from `first` to `last`. `talks`: it is a prompt or a reply of the model. */
  note(uuid: string | undefined, first: number, last: number, talks: boolean): void {
    if (talks && last >= first) this.lastTalk = last;
    if (uuid === undefined) return;
    const number = this.uuids.add(uuid);
    this.ends.set(number, last);
    if (talks && last >= first) this.sizes.set(number, last - first + 1);
  }

  /**
   * The items that a prompt with this parent leaves behind: those after its parent, if the conversation had continued there. Other records
   * may branch too (parallel calls, hooks, progress), but leave nothing behind.
   */
  leftBehind(parentUuid: string | undefined, now: number): Iterable<number> {
    const parent = parentUuid === undefined ? undefined : this.uuids.find(parentUuid);
    const end = parent === undefined ? undefined : this.ends.get(parent);
    return end === undefined || this.lastTalk <= end ? [] : this.leave(end + 1, now);
  }

  /** The items of a prompt or a reply that a later record retracts. */
  itemsOf(uuid: string): Iterable<number> {
    const number = this.uuids.find(uuid);
    if (number === undefined) return [];
    const end = this.ends.get(number);
    return range(end - this.sizes.get(number) + 1, end);
  }

  has(uuid: string): boolean {
    return this.uuids.find(uuid) !== undefined;
  }

  /** Skips items already left behind, because a log may rewind any number of times. */
  private *leave(first: number, last: number): Generator<number> {
    for (let seq = this.nextKept(first); seq <= last; seq = this.nextKept(seq)) {
      this.behind.set(seq, seq + 1);
      yield seq;
    }
  }

  private nextKept(from: number): number {
    let seq = from;
    for (let next = this.behind.get(seq); next !== undefined; next = this.behind.get(seq)) {
      const skip = this.behind.get(next);
      if (skip !== undefined) this.behind.set(seq, skip);
      seq = next;
    }
    return seq;
  }
}

function* range(first: number, last: number): Generator<number> {
  for (let seq = first; seq <= last; seq += 1) yield seq;
}
