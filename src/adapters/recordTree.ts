import { NumberColumn } from '../session/internal.ts';
import { IdTable } from './idTable.ts';

/**
 * A log whose records name the one that they follow: a conversation that went back and on another way has several ends. The
 * way from the last record to the first is the conversation; all else was left behind. A few numbers a record are kept.
 */
export class RecordTree {
  private readonly ids = new IdTable();
  /** By the number of a record's id: one more than its parent's number, 0 for none. */
  private readonly parents = new NumberColumn();
  /** Its items: the first, and how many. */
  private readonly firsts = new NumberColumn();
  private readonly sizes = new NumberColumn();
  private last: number | undefined;

  /**
   * Notes a record and the items from `first` to `end`, not including it. One whose parent is not known goes on from the
   * record before it. Whether the parent was known, or none was named.
   */
  note(id: string, parent: string | undefined, first: number, end: number): boolean {
    const number = this.ids.add(id);
    const known = parent === undefined ? undefined : this.ids.find(parent);
    const isKnown = parent === undefined || (known !== undefined && known !== number);
    const before = isKnown ? known : this.last === number ? undefined : this.last;
    this.parents.set(number, before === undefined ? 0 : before + 1);
    this.firsts.set(number, first);
    this.sizes.set(number, Math.max(0, end - first));
    this.last = number;
    return isKnown;
  }

  /** The items of all records that the last one does not go back to. */
  *leftBehind(): Generator<number> {
    const kept = new Set<number>();
    for (let at = this.last; at !== undefined && !kept.has(at); ) {
      kept.add(at);
      const parent = this.parents.get(at);
      at = parent === 0 ? undefined : parent - 1;
    }
    for (let number = 0; number < this.ids.size; number += 1) {
      if (kept.has(number)) continue;
      const first = this.firsts.get(number);
      for (let seq = first; seq < first + this.sizes.get(number); seq += 1) yield seq;
    }
  }
}
