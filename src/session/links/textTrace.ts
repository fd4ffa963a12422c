import { NumberColumn } from '../numberColumn.ts';
import type { LineRange } from './callContext.ts';
import {
  creditLines,
  type Evidence,
  numberInAnswerWorth,
  placeWorth,
  type QuotedLine,
  rarity,
  shortAnswer,
  termWorth,
} from './evidence.ts';
import { askedKeys, fileNameKey, pathKeys, shownKeys } from './pathKeys.ts';
import { scanLineNumbers, scanLines } from './scanLines.ts';
import { scanTerms, type TermKind } from './scanTerms.ts';
import { createSightings, markShown, type Sightings } from './sightings.ts';
import { fingerprint, type Seed, TextCodes } from './textCodes.ts';

/** What a person gave or the agent said first, before a call showed it, counts for this share. */
const knownShare = 0.5;

/** Lines of one place of a file: a search that found one of them leads to a reading of them. */
const linesOfPlace = 4;
/** So many places of one reading are asked for. */
const mostPlaces = 128;

/** A call by its number among the items of a session, and by the number of its run. */
export interface TracedCall {
  readonly index: number;
  readonly run: number;
}

/** Whether the later of two calls began before the result of the earlier one was there. */
export type IsTogether = (earlier: number, later: number) => boolean;

export interface TraceOptions {
  /** Where the session works: paths are seen from there. */
  readonly cwd?: string | undefined;
  readonly isTogether: IsTogether;
  /** So many words, and as many lines, are remembered at most, 23 bytes for each; a power of two. @default 2^20 */
  readonly mostSlots?: number | undefined;
  /** So many bytes of a text are looked at. @default 24,576 */
  readonly longestText?: number | undefined;
  /**
   * Whether single words are followed (paths, ids, names, numbers), beside whole lines and the files that calls read: they
   * take two thirds of the time. @default true
   */
  readonly words?: boolean | undefined;
}

/** A call that showed something, and what that is worth. */
interface Origin {
  readonly from: number;
  readonly points: number;
}

/** Remembers which call showed what, and asks it about what a later call's input has. */
export class TextTrace {
  private readonly words: Sightings;
  private readonly lines: Sightings;
  private readonly text: TextCodes;
  private readonly followsWords: boolean;
  private readonly isTogether: IsTogether;
  /** How much each call showed: of two that showed the same at the same time, the one that showed less meant it. */
  private readonly amounts = new NumberColumn();
  private readonly base: Uint8Array;

  constructor({ cwd = '', isTogether, mostSlots, longestText, words = true }: TraceOptions) {
    this.followsWords = words;
    this.text = new TextCodes(longestText);
    this.isTogether = isTogether;
    this.base = new TextEncoder().encode(cwd);
    this.words = createSightings(mostSlots);
    this.lines = createSightings(mostSlots);
  }

  /** Takes in what a person or the system said: what was given that way did not come from a call. */
  give(text: string, run: number): void {
    const { codes } = this.text;
    const length = this.text.load(text);
    const give = (table: Sightings, key: number): void => {
      const slot = table.slotOf(key);
      if (table.timesShown[slot] === 0) table.known[slot] = 1;
    };
    if (this.followsWords) shownKeys(codes, length, this.base, wordSeed(run), (key) => give(this.words, key));
    scanLines(codes, length, (_, __, start, end) => {
      if (start >= 0) give(this.lines, fingerprint(codes, start, end, lineSeed(run)));
    });
  }

  /** Takes in what a call brought into the conversation. */
  show({ index, run }: TracedCall, texts: readonly string[]): void {
    const { codes } = this.text;
    for (const each of texts) {
      const length = this.text.load(each);
      this.amounts.set(index, this.amounts.get(index) + each.length);
      if (this.followsWords) this.showWords(length, index, run);
      scanLines(codes, length, (_, __, start, end) => {
        if (start >= 0) mark(this.lines, fingerprint(codes, start, end, lineSeed(run)), index);
      });
    }
  }

  private showWords(length: number, index: number, run: number): void {
    shownKeys(
      this.text.codes,
      length,
      this.base,
      wordSeed(run),
      (key) => mark(this.words, key, index),
      (line, start, end) => markShown(this.words, this.placeSlot(this.nameOf(start, end), line, run), index),
    );
  }

  /** Takes in the telling words in the name of a file that a call showed: other calls speak of it by them. */
  showName({ index, run }: TracedCall, path: string): void {
    if (!this.followsWords) return;
    const { codes } = this.text;
    scanTerms(codes, 0, this.text.load(path), (kind, start, end) => {
      if (kind === 'path' || kind === 'file') return;
      markShown(this.words, this.words.slotOf(fingerprint(codes, start, end, wordSeed(run))), index);
    });
  }

  /** Takes in which lines a search found in the one file that it looked through. */
  showLineNumbers({ index, run }: TracedCall, texts: readonly string[], searched: string): void {
    if (!this.followsWords) return;
    const name = this.nameOf(0, this.text.load(searched));
    for (const each of texts) {
      scanLineNumbers(this.text.codes, this.text.load(each), (line) =>
        markShown(this.words, this.placeSlot(name, line, run), index),
      );
    }
  }

  /** Asks who named a file that no call has read yet; without evidence, only notes that it is in use. */
  askFile(item: TracedCall, path: string, evidence: Evidence | undefined): void {
    if (!this.followsWords) return;
    this.askPath(item, 0, this.text.load(path), evidence, 0);
  }

  /**
   * Asks who found lines among those of a file that a call reads.
   *
   * @returns whether anyone did, and no one has read them since.
   */
  findPlaces({ index, run }: TracedCall, path: string, range: LineRange | undefined, evidence: Evidence): boolean {
    if (range === undefined || !this.followsWords) return false;
    const name = this.nameOf(0, this.text.load(path));
    const end = Math.min(range.last, range.first + mostPlaces * linesOfPlace);
    let latest = -1;
    for (let line = range.first; line <= end; line += linesOfPlace) {
      const slot = this.placeSlot(name, line, run);
      const shown = this.words.shown[slot] as number;
      if (shown > (this.words.used[slot] as number)) latest = Math.max(latest, shown);
      this.words.used[slot] = index;
    }
    if (latest >= 0) evidence.add(latest, 'place', placeWorth);
    return latest >= 0;
  }

  /** Asks who showed what stands in a call's input, and notes that it is in use from now on. */
  ask(item: TracedCall, texts: readonly string[], evidence: Evidence): void {
    const quoted: QuotedLine[] = [];
    for (const each of texts) {
      scanLines(this.text.codes, this.text.load(each), (from, to, start, end) => {
        const isExplained = start >= 0 && this.askLine(item, start, end, quoted, evidence);
        if (!isExplained && this.followsWords) this.askTerms(item, from, to, evidence);
      });
    }
    creditLines(quoted, evidence);
  }

  /** @returns whether it is known where the line comes from: a call that showed it, or the agent itself. */
  private askLine(
    { index, run }: TracedCall,
    start: number,
    end: number,
    quoted: QuotedLine[],
    evidence: Evidence,
  ): boolean {
    const { lines } = this;
    const slot = lines.slotOf(fingerprint(this.text.codes, start, end, lineSeed(run)));
    const used = lines.used[slot] as number;
    if (used === index) return true;
    lines.used[slot] = index;
    evidence.ask('quote');
    const from = lines.shown[slot] as number;
    if (used > from) return true;
    if (from < 0) return false;
    const points = rarity(lines.timesShown[slot] as number) * (lines.known[slot] === 1 ? knownShare : 1);
    quoted.push({ from, before: lines.shownBefore[slot] as number, points });
    return true;
  }

  private askTerms(item: TracedCall, from: number, to: number, evidence: Evidence): void {
    const { codes } = this.text;
    const seed = wordSeed(item.run);
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

  private askPath(item: TracedCall, start: number, end: number, evidence: Evidence | undefined, uses: number): void {
    const keys = pathKeys(this.text.codes, start, end, this.base, wordSeed(item.run));
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
      if (key !== 0) this.words.used[this.words.slotOf(key)] = item.index;
    }
  }

  private usesOfPath({ index, run }: TracedCall, start: number, end: number): number {
    const { whole, tail, self } = pathKeys(this.text.codes, start, end, this.base, wordSeed(run));
    return Math.max(...[whole, tail, self].map((key) => this.usesOf(key, index)));
  }

  /** How many calls have used something since it was shown; of calls made together, none used it before the other. */
  private usesOf(key: number, index: number): number {
    if (key === 0) return 0;
    const slot = this.words.slotOf(key);
    const uses = this.words.timesUsed[slot] as number;
    return this.areTogether(this.words.used[slot] as number, index) ? Math.max(0, uses - 1) : uses;
  }

  /** The call that showed something and what that is worth; undefined where none did, or where it was asked for already. */
  private askWord(
    { index }: TracedCall,
    key: number,
    points: number,
    kind: TermKind,
    uses = this.usesOf(key, index),
  ): Origin | undefined {
    const { words } = this;
    const slot = words.slotOf(key);
    if (words.used[slot] === index) return undefined;
    const from = this.meant(slot);
    words.timesUsed[slot] = Math.min(255, this.usesOf(key, index) + 1);
    words.used[slot] = index;
    if (from < 0) return undefined;
    const known = words.known[slot] === 1 ? knownShare : 1;
    const own = kind === 'number' && this.amounts.get(from) < shortAnswer ? numberInAnswerWorth : points;
    return { from, points: (own * rarity(words.timesShown[slot] as number) * known) / (1 + uses) ** 2 };
  }

  private areTogether(earlier: number, later: number): boolean {
    return earlier >= 0 && this.isTogether(earlier, later);
  }

  /** The call that showed something last; of two at the same time, the one that showed much less besides. */
  private meant(slot: number): number {
    const last = this.words.shown[slot] as number;
    const before = this.words.shownBefore[slot] as number;
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
    return this.words.slotOf(fingerprint(name, 0, name.length, wordSeed(run) ^ place));
  }
}

/** Notes that a call showed something, unless it had it from its own input. */
function mark(table: Sightings, key: number, index: number): void {
  const slot = table.slotOf(key);
  if (table.used[slot] !== index) markShown(table, slot, index);
}

function wordSeed(run: number): Seed {
  return run * 2 + 1;
}

function lineSeed(run: number): Seed {
  return run * 2 + 2;
}
