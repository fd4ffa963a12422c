/** Where something stood last, and how often: a row (slot) a fingerprint. Calls are named by their number. */
export interface Sightings {
  /** The slot of a fingerprint, new where it was never seen. Slots last until the next call of `slotOf`. */
  slotOf(fingerprint: number): number;
  /** The call that showed it last; -1 for none. */
  shown(slot: number): number;
  /** The call that showed it before that; -1 for none. */
  shownBefore(slot: number): number;
  /** How many calls have shown it; stops at 255. */
  timesShown(slot: number): number;
  /** Notes that a call showed it. */
  show(slot: number, call: number): void;
  /** The last call whose input had it; -1 for none. */
  used(slot: number): number;
  /** How many calls have used it since it was shown last, as far as that was counted; stops at 255. */
  timesUsed(slot: number): number;
  /** Notes that a call's input has it; `times` counts with it how many have since it was shown last. */
  use(slot: number, call: number, times?: number): void;
  /** Whether it was known before any call showed it. */
  isKnown(slot: number): boolean;
  know(slot: number): void;
}

const FIRST_SLOTS = 1 << 12;
/** 25 MB, whatever the session: beyond it what was seen longest ago is forgotten. */
const MOST_SLOTS = 1 << 20;
/** So far an entry may stand from its place. */
const REACH = 12;

/** What a person gave or the agent said first, before a call showed it, counts for this share. */
export const KNOWN_SHARE = 0.5;

/** Makes an empty table. */
export function createSightings(mostSlots = MOST_SLOTS): Sightings {
  return new SightingTable(mostSlots);
}

/** Notes that a call showed something, unless it had it from its own input. */
export function mark(table: Sightings, fingerprint: number, index: number): void {
  const slot = table.slotOf(fingerprint);
  if (table.used(slot) !== index) table.show(slot, index);
}

/** Notes that something was given to the agent, where no call has shown it yet. */
export function markGiven(table: Sightings, fingerprint: number): void {
  const slot = table.slotOf(fingerprint);
  if (table.timesShown(slot) === 0) table.know(slot);
}

/** A row is read and written as a whole: in one block of numbers it costs one access to memory. */
const ROW = 6;
/** Columns: both halves of the fingerprint, three calls, and the counts with the mark of what was known. */
const LOW = 0;
const HIGH = 1;
const SHOWN = 2;
const SHOWN_BEFORE = 3;
const USED = 4;
const COUNTS = 5;
/** Bits of the counts. */
const TIMES_SHOWN = 0xff;
const TIMES_USED_SHIFT = 8;
const TIMES_USED = 0xff << TIMES_USED_SHIFT;
const KNOWN = 1 << 16;

class SightingTable implements Sightings {
  /** A slot is where its row begins. A fingerprint is never 0: of a free row both halves are. */
  private rows: Int32Array;
  private slots = FIRST_SLOTS;
  private count = 0;
  private readonly mostSlots: number;

  constructor(mostSlots: number) {
    this.mostSlots = mostSlots;
    this.rows = new Int32Array(FIRST_SLOTS * ROW);
  }

  slotOf(fingerprint: number): number {
    if (this.count * 2 > this.slots && this.slots < this.mostSlots) this.grow();
    return this.find(fingerprint | 0, (fingerprint / 0x1_0000_0000) | 0);
  }

  shown(slot: number): number {
    return this.rows[slot + SHOWN] as number;
  }

  shownBefore(slot: number): number {
    return this.rows[slot + SHOWN_BEFORE] as number;
  }

  timesShown(slot: number): number {
    return (this.rows[slot + COUNTS] as number) & TIMES_SHOWN;
  }

  show(slot: number, call: number): void {
    const { rows } = this;
    const last = rows[slot + SHOWN] as number;
    if (last === call) return;
    const counts = rows[slot + COUNTS] as number;
    const used = rows[slot + USED] as number;
    const known = last === -1 && used >= 0 && used !== call ? KNOWN : counts & KNOWN;
    rows[slot + COUNTS] = known | Math.min(TIMES_SHOWN, (counts & TIMES_SHOWN) + 1);
    rows[slot + SHOWN_BEFORE] = last;
    rows[slot + SHOWN] = call;
  }

  used(slot: number): number {
    return this.rows[slot + USED] as number;
  }

  timesUsed(slot: number): number {
    return ((this.rows[slot + COUNTS] as number) & TIMES_USED) >> TIMES_USED_SHIFT;
  }

  use(slot: number, call: number, times?: number): void {
    const { rows } = this;
    rows[slot + USED] = call;
    if (times === undefined) return;
    const counts = rows[slot + COUNTS] as number;
    rows[slot + COUNTS] = (counts & ~TIMES_USED) | (Math.min(255, times) << TIMES_USED_SHIFT);
  }

  isKnown(slot: number): boolean {
    return ((this.rows[slot + COUNTS] as number) & KNOWN) !== 0;
  }

  know(slot: number): void {
    this.rows[slot + COUNTS] = (this.rows[slot + COUNTS] as number) | KNOWN;
  }

  /** The row of a fingerprint; a free one, or else the one that was seen longest ago, becomes its row. */
  private find(low: number, high: number): number {
    const { rows } = this;
    const mask = this.slots - 1;
    let stalest = -1;
    let stalestAt = Number.POSITIVE_INFINITY;
    for (let step = 0; step < REACH; step += 1) {
      const slot = ((low + step) & mask) * ROW;
      const ownLow = rows[slot + LOW] as number;
      const ownHigh = rows[slot + HIGH] as number;
      if (ownLow === low && ownHigh === high) return slot;
      if (ownLow === 0 && ownHigh === 0) {
        this.count += 1;
        return this.claim(slot, low, high);
      }
      const seen = Math.max(rows[slot + SHOWN] as number, rows[slot + USED] as number);
      if (seen < stalestAt) {
        stalest = slot;
        stalestAt = seen;
      }
    }
    return this.claim(stalest, low, high);
  }

  private claim(slot: number, low: number, high: number): number {
    const { rows } = this;
    rows[slot + LOW] = low;
    rows[slot + HIGH] = high;
    rows[slot + SHOWN] = -1;
    rows[slot + SHOWN_BEFORE] = -1;
    rows[slot + USED] = -1;
    rows[slot + COUNTS] = 0;
    return slot;
  }

  private grow(): void {
    const { rows } = this;
    this.slots *= 4;
    this.rows = new Int32Array(this.slots * ROW);
    this.count = 0;
    for (let from = 0; from < rows.length; from += ROW) {
      const low = rows[from + LOW] as number;
      const high = rows[from + HIGH] as number;
      if (low === 0 && high === 0) continue;
      const slot = this.find(low, high);
      for (let column = SHOWN; column < ROW; column += 1) this.rows[slot + column] = rows[from + column] as number;
    }
  }
}
