import { NumberColumn } from '../numberColumn.ts';
import type { LineRange } from './callContext.ts';
import { type LinkEvidence, numberInAnswerWorth, placeWorth, rarity, shortAnswer, termWorth } from './evidence.ts';
import { askedKeys, fileNameKey, pathKeys, shownKeys } from './pathKeys.ts';
import { scanLineNumbers } from './scanLines.ts';
import { scanTerms, type TermKind } from './scanTerms.ts';
import { createSightings, KNOWN_SHARE, mark, markGiven, type Sightings } from './sightings.ts';
import { fingerprint, type Seed, type TextCodes } from './textCodes.ts';
import type { IsTogether, TracedCall } from './textTrace.ts';

/** Lines of one place of a file: a search that found one of them leads to a reading of them. */
const linesOfPlace = 4;
/** So many places of one reading are asked for. */
const mostPlaces = 128;

export interface WordTraceOptions {
  /** Where texts are read from. */
  readonly text: TextCodes;
  /** Where the session works: paths are seen from there. */
  readonly cwd: string;
  readonly isTogether: IsTogether;
  /** So many words are remembered at most; a power of two. */
  readonly mostSlots: number | undefined;
}

/** A call that showed something, and what that is worth. */
interface Origin {
  readonly from: number;
  readonly points: number;
}

/** Remembers which call showed which telling word (a path, an id, a name, a number), and asks it about those of later inputs. */
export class WordTrace {
  private readonly seen: Sightings;
  private readonly text: TextCodes;
  private readonly isTogether: IsTogether;
  /** How much each call showed: of two that showed the same at the same time, the one that showed less meant it. */
  private readonly amounts = new NumberColumn();
  private readonly base: Uint8Array;

  constructor({ text, cwd, isTogether, mostSlots }: WordTraceOptions) {
    this.text = text;
    this.isTogether = isTogether;
    this.base = new TextEncoder().encode(cwd);
    this.seen = createSightings(mostSlots);
  }

  /** Takes in the first `length` bytes of a text that a person or the system said. */
  give(length: number, run: number): void {
    shownKeys(this.text.codes, length, this.base, seedOf(run), (key) => markGiven(this.seen, key));
  }

  /** Takes in the first `length` bytes of a text that a call brought, of `amount` characters. */
  show({ index, run }: TracedCall, length: number, amount: number): void {
    this.amounts.set(index, this.amounts.get(index) + amount);
    shownKeys(
      this.text.codes,
      length,
      this.base,
      seedOf(run),
      (key) => mark(this.seen, key, index),
      (line, start, end) => this.seen.show(this.placeSlot(this.nameOf(start, end), line, run), index),
    );
  }

  /** Takes in the telling words in the name of a file that a call showed: other calls speak of it by them. */
  showName({ index, run }: TracedCall, path: string): void {
    const { codes } = this.text;
    scanTerms(codes, 0, this.text.load(path), (kind, start, end) => {
      if (kind === 'path' || kind === 'file') return;
      this.seen.show(this.seen.slotOf(fingerprint(codes, start, end, seedOf(run))), index);
    });
  }

  /** Takes in which lines a search found in the one file that it looked through. */
  showLineNumbers({ index, run }: TracedCall, texts: readonly string[], searched: string): void {
    const name = this.nameOf(0, this.text.load(searched));
    for (const each of texts) {
      scanLineNumbers(this.text.codes, this.text.load(each), (line) =>
        this.seen.show(this.placeSlot(name, line, run), index),
      );
    }
  }

  /** Asks who named a file that no call has read yet; without evidence, only notes that it is in use. */
  askFile(item: TracedCall, path: string, evidence: LinkEvidence | undefined): void {
    this.askPath(item, 0, this.text.load(path), evidence, 0);
  }

  /**
   * Asks who found lines among those of a file that a call reads.
   *
   * @returns whether anyone did, and no one has read them since.
   */
  findPlaces({ index, run }: TracedCall, path: string, range: LineRange | undefined, evidence: LinkEvidence): boolean {
    if (range === undefined) return false;
    const name = this.nameOf(0, this.text.load(path));
    const end = Math.min(range.last, range.first + mostPlaces * linesOfPlace);
    let latest = -1;
    for (let line = range.first; line <= end; line += linesOfPlace) {
      const slot = this.placeSlot(name, line, run);
      const shown = this.seen.shown(slot);
      if (shown > this.seen.used(slot)) latest = Math.max(latest, shown);
      this.seen.use(slot, index);
    }
    if (latest >= 0) evidence.add(latest, 'place', placeWorth);
    return latest >= 0;
  }

  /** Asks who showed the telling words from `from` up to `to` in the text that was read last, and notes that they are in use. */
  ask(item: TracedCall, from: number, to: number, evidence: LinkEvidence): void {
    const { codes } = this.text;
    const seed = seedOf(item.run);
    let knownUntil = 0;
    scanTerms(codes, from, to, (kind, start, end) => {
      if (start < knownUntil) return;
      evidence.ask('words');
      if (kind === 'path') {
        const uses = this.usesOfPath(item, start, end);
        // The words in the name of a path that is in use already tell nothing.
        if (uses > 0) knownUntil = end;
        this.askPath(item, start, end, evidence, uses);
        return;
      }
      const key = kind === 'file' ? fileNameKey(codes, start, end, seed) : fingerprint(codes, start, end, seed);
      const found = this.askWord(item, key, termWorth[kind], kind);
      if (found !== undefined) evidence.add(found.from, 'words', found.points);
    });
  }

  private askPath(
    item: TracedCall,
    start: number,
    end: number,
    evidence: LinkEvidence | undefined,
    uses: number,
  ): void {
    const keys = pathKeys(this.text.codes, start, end, this.base, seedOf(item.run));
    let found: Origin | undefined;
    for (const { key, points, isPart } of askedKeys(keys, this.text.codes, start, end)) {
      const next = this.askWord(item, key, points, 'path', uses);
      if (next === undefined) continue;
      // A later call that showed only the name of a file may be meant too; of a folder, what was found in it last is.
      if (found === undefined) found = next;
      else if (next.from > found.from && !isPart)
        found = { from: next.from, points: Math.max(found.points, next.points) };
      else if (next.from > found.from) evidence?.add(next.from, 'words', next.points);
    }
    if (found !== undefined) evidence?.add(found.from, 'words', found.points);
    for (const key of [keys.folder, keys.folderTail]) {
      if (key !== 0) this.seen.use(this.seen.slotOf(key), item.index);
    }
  }

  private usesOfPath({ index, run }: TracedCall, start: number, end: number): number {
    const { whole, tail, self } = pathKeys(this.text.codes, start, end, this.base, seedOf(run));
    return Math.max(...[whole, tail, self].map((key) => this.usesOf(key, index)));
  }

  /** How many calls have used something since it was shown; of calls made together, none used it before the other. */
  private usesOf(key: number, index: number): number {
    if (key === 0) return 0;
    const slot = this.seen.slotOf(key);
    const uses = this.seen.timesUsed(slot);
    return this.areTogether(this.seen.used(slot), index) ? Math.max(0, uses - 1) : uses;
  }

  /** The call that showed something and what that is worth; undefined where none did, or where it was asked for already. */
  private askWord(
    { index }: TracedCall,
    key: number,
    points: number,
    kind: TermKind,
    uses = this.usesOf(key, index),
  ): Origin | undefined {
    const { seen } = this;
    const slot = seen.slotOf(key);
    if (seen.used(slot) === index) return undefined;
    const from = this.meant(slot);
    seen.use(slot, index, this.usesOf(key, index) + 1);
    if (from < 0) return undefined;
    const known = seen.isKnown(slot) ? KNOWN_SHARE : 1;
    const own = kind === 'number' && this.amounts.get(from) < shortAnswer ? numberInAnswerWorth : points;
    return { from, points: (own * rarity(seen.timesShown(slot)) * known) / (1 + uses) ** 2 };
  }

  private areTogether(earlier: number, later: number): boolean {
    return earlier >= 0 && this.isTogether(earlier, later);
  }

  /** The call that showed something last; of two at the same time, the one that showed much less besides. */
  private meant(slot: number): number {
    const last = this.seen.shown(slot);
    const before = this.seen.shownBefore(slot);
    if (before < 0) return last;
    const isMeant = this.amounts.get(before) * 4 < this.amounts.get(last);
    return isMeant && this.areTogether(before, last) ? before : last;
  }

  /** The name of the file whose path stands from `start` up to `end`. */
  private nameOf(start: number, end: number): Uint8Array {
    const slash = this.text.codes.subarray(start, end).lastIndexOf(0x2f);
    return this.text.codes.slice(start + slash + 1, end);
  }

  private placeSlot(name: Uint8Array, line: number, run: number): number {
    const place = Math.imul(Math.floor(line / linesOfPlace) + 1, 0x9e3779b1);
    return this.seen.slotOf(fingerprint(name, 0, name.length, seedOf(run) ^ place));
  }
}

function seedOf(run: number): Seed {
  return run * 2 + 1;
}
