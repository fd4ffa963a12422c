/** Where something stood last, and how often: one column a question, one row (slot) a fingerprint. */
export interface Sightings {
  /** The slot of a fingerprint, new where it was never seen. Slots last until the next call of `slotOf`. */
  slotOf(fingerprint: number): number;
  /** The call that showed it last, and the one before that; -1 for none. */
  readonly shown: Int32Array;
  readonly shownBefore: Int32Array;
  /** How many calls have shown it; stops at 255. */
  readonly timesShown: Uint8Array;
  /** The last call whose input had it; -1 for none. */
  readonly used: Int32Array;
  /** How many calls have used it since it was shown last; stops at 255. */
  readonly timesUsed: Uint8Array;
  /** 1 where it was known before any call showed it. */
  readonly known: Uint8Array;
}

const FIRST_SLOTS = 1 << 12;
/** 23 MB, whatever the session: beyond it what was seen longest ago is forgotten. */
const MOST_SLOTS = 1 << 20;
/** So far an entry may stand from its place. */
const REACH = 12;

/** What a person gave or the agent said first, before a call showed it, counts for this share. */
export const KNOWN_SHARE = 0.5;

/** Makes an empty table. */
export function createSightings(mostSlots = MOST_SLOTS): Sightings {
  return new SightingTable(mostSlots);
}

/** Notes that a call showed what stands in a slot. */
export function markShown(table: Sightings, slot: number, index: number): void {
  const last = table.shown[slot] as number;
  if (last === index) return;
  const used = table.used[slot] as number;
  if (last === -1 && used >= 0 && used !== index) table.known[slot] = 1;
  table.timesUsed[slot] = 0;
  table.shownBefore[slot] = last;
  table.shown[slot] = index;
  table.timesShown[slot] = Math.min(255, (table.timesShown[slot] as number) + 1);
}

/** Notes that a call showed something, unless it had it from its own input. */
export function mark(table: Sightings, fingerprint: number, index: number): void {
  const slot = table.slotOf(fingerprint);
  if (table.used[slot] !== index) markShown(table, slot, index);
}

/** Notes that something was given to the agent, where no call has shown it yet. */
export function markGiven(table: Sightings, fingerprint: number): void {
  const slot = table.slotOf(fingerprint);
  if (table.timesShown[slot] === 0) table.known[slot] = 1;
}

class SightingTable implements Sightings {
  shown = new Int32Array(0);
  shownBefore = new Int32Array(0);
  timesShown = new Uint8Array(0);
  used = new Int32Array(0);
  timesUsed = new Uint8Array(0);
  known = new Uint8Array(0);
  private keys = new Float64Array(0);
  private count = 0;

  private readonly mostSlots: number;

  constructor(mostSlots: number) {
    this.mostSlots = mostSlots;
    this.allocate(FIRST_SLOTS);
  }

  slotOf(fingerprint: number): number {
    if (this.count * 2 > this.keys.length && this.keys.length < this.mostSlots) this.grow();
    const { keys } = this;
    const mask = keys.length - 1;
    let stalest = -1;
    let stalestAt = Number.POSITIVE_INFINITY;
    for (let step = 0; step < REACH; step += 1) {
      const slot = ((fingerprint >>> 0) + step) & mask;
      const key = keys[slot];
      if (key === fingerprint) return slot;
      if (key === 0) {
        this.count += 1;
        return this.claim(slot, fingerprint);
      }
      const seen = Math.max(this.shown[slot] as number, this.used[slot] as number);
      if (seen < stalestAt) {
        stalest = slot;
        stalestAt = seen;
      }
    }
    return this.claim(stalest, fingerprint);
  }

  private claim(slot: number, fingerprint: number): number {
    this.keys[slot] = fingerprint;
    this.shown[slot] = -1;
    this.shownBefore[slot] = -1;
    this.timesShown[slot] = 0;
    this.used[slot] = -1;
    this.timesUsed[slot] = 0;
    this.known[slot] = 0;
    return slot;
  }

  private allocate(slots: number): void {
    this.keys = new Float64Array(slots);
    this.shown = new Int32Array(slots);
    this.shownBefore = new Int32Array(slots);
    this.timesShown = new Uint8Array(slots);
    this.used = new Int32Array(slots);
    this.timesUsed = new Uint8Array(slots);
    this.known = new Uint8Array(slots);
    this.count = 0;
  }

  private grow(): void {
    const { keys, shown, shownBefore, timesShown, used, timesUsed, known } = this;
    this.allocate(keys.length * 4);
    for (let from = 0; from < keys.length; from += 1) {
      const key = keys[from] as number;
      if (key === 0) continue;
      const slot = this.slotOf(key);
      this.shown[slot] = shown[from] as number;
      this.shownBefore[slot] = shownBefore[from] as number;
      this.timesShown[slot] = timesShown[from] as number;
      this.used[slot] = used[from] as number;
      this.timesUsed[slot] = timesUsed[from] as number;
      this.known[slot] = known[from] as number;
    }
  }
}
