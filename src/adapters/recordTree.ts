import { NumberColumn } from '../session/internal.ts';
import { IdTable } from './idTable.ts';

/**
 * The tree of a log whose records name their parent: a conversation that was rewound and continued has several ends. The path from the last
 * record back to the first is the conversation; everything else was left behind. Stores a few numbers per record.
 */
export class RecordTree {
  private readonly ids = new IdTable();
  /** By the number of a record's id: its parent's number plus one, 0 for none. */
  private readonly parents = new NumberColumn();
  /** Its items: the first one, and how many. */
  private readonly firsts = new NumberColumn();
  private readonly sizes = new NumberColumn();
  /** 1 for a record that is never the conversation's current end. */
  private readonly asides = new NumberColumn('narrow');
  private last: number | undefined;

  /**
   * Adds a record and its items from `first` to `end` (exclusive); a record written twice keeps the items of both. A record with an unknown
   * parent continues from the record before it. An `isAside` record never becomes the current end, and is left behind only together with
   * its parent. Returns false if the record names a parent that is not known.
   */
  note(id: string, parent: string | undefined, first: number, end: number, isAside = false): boolean {
    const isNew = this.ids.find(id) === undefined;
    const number = this.ids.add(id);
    const before = this.beforeOf(number, parent);
    const knownFirst = isNew || this.sizes.get(number) === 0 ? first : this.firsts.get(number);
    this.parents.set(number, before.number === undefined ? 0 : before.number + 1);
    this.firsts.set(number, knownFirst);
    this.sizes.set(number, Math.max(0, end - knownFirst));
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

  /** The items of all records that are not on the path back from the last record. */
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
