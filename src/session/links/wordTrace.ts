import { NumberColumn } from '../numberColumn.ts';
import type { LineRange } from './callContext.ts';
import { type LinkEvidence, nearLineWorth, numberInAnswerWorth, rarity, shortAnswer, termWorth } from './evidence.ts';
import { askedKeys, fileNameKey, pathKeys, shownKeys } from './pathKeys.ts';
import { scanLineNumbers } from './scanLines.ts';
import { scanTerms, type TermKind } from './scanTerms.ts';
import { createSeenTable, KNOWN_SHARE, mark, markGiven, type SeenTable } from './seenTable.ts';
import { fingerprint, type Seed, type TextCodes } from './textCodes.ts';

/** The lines of one region of a file share a key: a search that found one of them leads to a reading of them. */
const linesOfBlock = 4;
/** Maximum number of regions looked up for one reading. */
const mostBlocks = 128;

/** A call, identified by its number among the items of a session and the number of its run. */
export interface TracedCall {
  readonly index: number;
  readonly run: number;
}

/** Whether the later of two calls began before the result of the earlier one was there. */
export type IsTogether = (earlier: number, later: number) => boolean;

export interface WordTraceOptions {
  /** The text that is scanned. */
  readonly text: TextCodes;
  /** Working directory of the session: paths are read relative to it. */
  readonly cwd: string;
  readonly isTogether: IsTogether;
  /** Maximum number of words that are remembered; a power of two. */
  readonly mostSlots: number | undefined;
}

/** A call that showed something, and its points. */
interface Origin {
  readonly from: number;
  readonly points: number;
}

/** Remembers which call showed which distinctive word (a path, an id, a name, a number), and looks up those of later inputs. */
export class WordTrace {
  private readonly seen: SeenTable;
  private readonly text: TextCodes;
  private readonly isTogether: IsTogether;
  /**
   * Amount of text that each call showed: of two calls that showed the same thing at the same time, the one that showed less is the more
   * likely source.
   */
  private readonly amounts = new NumberColumn();
  private readonly base: Uint8Array;

  constructor({ text, cwd, isTogether, mostSlots }: WordTraceOptions) {
    this.text = text;
    this.isTogether = isTogether;
    this.base = new TextEncoder().encode(cwd);
    this.seen = createSeenTable(mostSlots);
  }

  /** Takes in the first `length` bytes of what a person or the system said. */
  give(length: number, run: number): void {
    shownKeys(this.text.codes, length, this.base, seedOf(run), (key) => markGiven(this.seen, key));
  }

  /** Takes in the first `length` bytes of what a call brought, of `amount` characters in all. */
  show({ index, run }: TracedCall, length: number, amount: number): void {
    this.amounts.set(index, this.amounts.get(index) + amount);
    shownKeys(
      this.text.codes,
      length,
      this.base,
      seedOf(run),
      (key) => mark(this.seen, key, index),
      (line, start, end) => this.seen.show(this.lineSlot(this.nameOf(start, end), line, run), index),
    );
  }

  /** Takes in the distinctive words in the name of a file that a call showed, because other calls refer to it by them. */
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
        this.seen.show(this.lineSlot(name, line, run), index),
      );
    }
  }

  /** Looks up who named a file that no call has read yet; without evidence, only records that it is in use. */
  askFile(item: TracedCall, path: string, evidence: LinkEvidence | undefined): void {
    this.askPath(item, 0, this.text.load(path), evidence, 0);
  }

  /**
   * Looks up who found lines in the region of a file that a call reads.
   *
   * @returns whether any call did, and no call has read them since.
   */
  findLines({ index, run }: TracedCall, path: string, range: LineRange | undefined, evidence: LinkEvidence): boolean {
    if (range === undefined) return false;
    const name = this.nameOf(0, this.text.load(path));
    const end = Math.min(range.last, range.first + mostBlocks * linesOfBlock);
    let latest = -1;
    for (let line = range.first; line <= end; line += linesOfBlock) {
      const slot = this.lineSlot(name, line, run);
      const shown = this.seen.shown(slot);
      if (shown > this.seen.used(slot)) latest = Math.max(latest, shown);
      this.seen.use(slot, index);
    }
    if (latest >= 0) evidence.add(latest, 'place', nearLineWorth);
    return latest >= 0;
  }

  /** Looks up who showed the distinctive words from `from` up to `to` in the text that was read last, and records that they are in use. */
  ask(item: TracedCall, from: number, to: number, evidence: LinkEvidence): void {
    const { codes } = this.text;
    const seed = seedOf(item.run);
    let knownUntil = 0;
    scanTerms(codes, from, to, (kind, start, end) => {
      if (start < knownUntil) return;
      evidence.ask('words');
      if (kind === 'path') {
        const uses = this.usesOfPath(item, start, end);
        // The words in the name of a path that is already in use say nothing.
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
      // For a file, a later call that showed only its name may be meant too; for a folder, what was found in it last.
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

  /** Number of calls that used something since it was shown; of parallel calls, none used it before another. */
  private usesOf(key: number, index: number): number {
    if (key === 0) return 0;
    const slot = this.seen.slotOf(key);
    const uses = this.seen.timesUsed(slot);
    return this.areTogether(this.seen.used(slot), index) ? Math.max(0, uses - 1) : uses;
  }

  /** The call that showed something, and its points; undefined where no call did, or where it was already looked up. */
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

  /** The last call that showed something; of two parallel calls, the one that showed much less text. */
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

  private lineSlot(name: Uint8Array, line: number, run: number): number {
    const block = Math.imul(Math.floor(line / linesOfBlock) + 1, 0x9e3779b1);
    return this.seen.slotOf(fingerprint(name, 0, name.length, seedOf(run) ^ block));
  }
}

function seedOf(run: number): Seed {
  return run * 2 + 1;
}
