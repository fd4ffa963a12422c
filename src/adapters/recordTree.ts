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
  /** 1 for a record at which the conversation does not stand. */
  private readonly asides = new NumberColumn('narrow');
  private last: number | undefined;

  /**
   * Notes a record and the items from `first` to `end`, not including it; one that is written again keeps those of the
   * first time, too. One whose parent is not known goes on from the record before it. With `isAside` the conversation
   * does not stand there, and it is left behind only with the record that it follows. Whether the parent was known, or
   * none was named.
   */
  note(id: string, parent: string | undefined, first: number, end: number, isAside = false): boolean {
    const isNew = this.ids.find(id) === undefined;
    const number = this.ids.add(id);
    const before = this.beforeOf(number, parent);
    const toldFirst = isNew || this.sizes.get(number) === 0 ? first : this.firsts.get(number);
    this.parents.set(number, before.number === undefined ? 0 : before.number + 1);
    this.firsts.set(number, toldFirst);
    this.sizes.set(number, Math.max(0, end - toldFirst));
    this.asides.set(number, isAside ? 1 : 0);
    if (!isAside) this.last = number;
    return before.isKnown;
  }

  private beforeOf(number: number, parent: string | undefined): { number: number | undefined; isKnown: boolean } {
    const known = parent === undefined ? undefined : this.ids.find(parent);
    const isKnown = parent === undefined || (known !== undefined && known !== number);
    if (isKnown) return { number: known, isKnown };
    return { number: this.last === number ? undefined : this.last, isKnown };
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
      const parent = this.parents.get(number) - 1;
      if (this.asides.get(number) === 1 && (parent === -1 || kept.has(parent))) kept.add(number);
      if (kept.has(number)) continue;
      const first = this.firsts.get(number);
      for (let seq = first; seq < first + this.sizes.get(number); seq += 1) yield seq;
    }
  }
}
