/** Where things were seen last, and how often: one row (slot) per fingerprint. Calls are identified by their number. */
export interface SeenTable {
  /** The slot of a fingerprint, created if needed. Slots are valid until the next call of `slotOf`. */
  slotOf(fingerprint: number): number;
  /** The last call that showed it; -1 if none did. */
  shown(slot: number): number;
  /** The call before that one that showed it; -1 if none did. */
  shownBefore(slot: number): number;
  /** Number of calls that have shown it, up to 255. */
  timesShown(slot: number): number;
  /** Records that a call showed it. */
  show(slot: number, call: number): void;
  /** The last call whose input contained it; -1 if none did. */
  used(slot: number): number;
  /** Number of calls that have used it since it was last shown, as far as counted, up to 255. */
  timesUsed(slot: number): number;
  /** Records that a call's input contains it; `times` also counts how many have since it was last shown. */
  use(slot: number, call: number, times?: number): void;
  /** Whether it was known before any call showed it. */
  isKnown(slot: number): boolean;
  know(slot: number): void;
}

const FIRST_SLOTS = 1 << 12;
/** 25 MB, whatever the session: when it is full, the entry that was shown longest ago is replaced. */
const MOST_SLOTS = 1 << 20;
/** Maximum distance of an entry from its hashed slot. */
const REACH = 12;

/** Share that counts for what a person gave or the agent said before any call showed it. */
export const KNOWN_SHARE = 0.5;

/** Creates an empty table. */
export function createSeenTable(mostSlots = MOST_SLOTS): SeenTable {
  return new PackedTable(mostSlots);
}

/** Records that a call showed something, unless the call had it from its own input. */
export function mark(table: SeenTable, fingerprint: number, index: number): void {
  const slot = table.slotOf(fingerprint);
  if (table.used(slot) !== index) table.show(slot, index);
}

/** Records that the agent was given something that no call has shown yet. */
export function markGiven(table: SeenTable, fingerprint: number): void {
  const slot = table.slotOf(fingerprint);
  if (table.timesShown(slot) === 0) table.know(slot);
}

/** A row is read and written as a whole: stored contiguously, it costs one memory access. */
const ROW = 6;
/** Columns: both halves of the fingerprint, three calls, and the counts with the flag for what was known. */
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

class PackedTable implements SeenTable {
  /** A slot is the position at which its row begins. A fingerprint is never 0; both halves of a free row are. */
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

  /** The row of a fingerprint. If it is new, a free row or the one shown longest ago becomes its row. */
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
