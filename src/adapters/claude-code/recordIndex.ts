import { NumberColumn } from '../../session/internal.ts';
import { IdTable } from '../idTable.ts';

/** Where the records of a run stand among its items: what a rewind left behind is found by it. */
export class RecordIndex {
  private readonly uuids = new IdTable();
  /** By the number of a record's uuid: `seq` of the last item when it was over, and how many of the items were its own. */
  private readonly ends = new NumberColumn();
  private readonly sizes = new NumberColumn();
  private lastTalk = 0;
  /** For each item that was left behind, one after it up to which all were. */
  private readonly behind = new Map<number, number>();

  /** Notes that a record became the items from `first` to `last`. `talks`: a prompt, or a reply of the model. */
  note(uuid: string | undefined, first: number, last: number, talks: boolean): void {
    if (talks && last >= first) this.lastTalk = last;
    if (uuid === undefined) return;
    const number = this.uuids.add(uuid);
    this.ends.set(number, last);
    if (talks && last >= first) this.sizes.set(number, last - first + 1);
  }

  /**
   * The items that a prompt with this parent leaves behind: those after its parent, if the conversation had gone on
   * from there. Other records may branch too (parallel calls, hooks, progress): they leave nothing behind.
   */
  leftBehind(parentUuid: string | undefined, now: number): Iterable<number> {
    const parent = parentUuid === undefined ? undefined : this.uuids.find(parentUuid);
    const end = parent === undefined ? undefined : this.ends.get(parent);
    return end === undefined || this.lastTalk <= end ? [] : this.leave(end + 1, now);
  }

  /** The items of a prompt or a reply that a later record takes back. */
  itemsOf(uuid: string): Iterable<number> {
    const number = this.uuids.find(uuid);
    if (number === undefined) return [];
    const end = this.ends.get(number);
    return range(end - this.sizes.get(number) + 1, end);
  }

  has(uuid: string): boolean {
    return this.uuids.find(uuid) !== undefined;
  }

  /** Items that were left behind before are not named again: a log may go back any number of times. */
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
