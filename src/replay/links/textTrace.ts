import type { CallItem, EventItem } from '../replayItem.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import { askedKeys } from './askedKeys.ts';
import type { Evidence } from './evidence.ts';
import { fingerprint, type Seed } from './fingerprint.ts';
import { scanLineNumbers } from './lineNumbers.ts';
import { fileNameKey, pathKeys } from './pathKeys.ts';
import { creditLines, type QuotedLine } from './quotedLines.ts';
import type { LineRange } from './readRange.ts';
import { scanLines } from './scanLines.ts';
import { scanTerms, type TermKind } from './scanTerms.ts';
import { shownKeys } from './shownKeys.ts';
import { createSightings, markShown, type Sightings } from './sightings.ts';
import { TextCodes } from './textCodes.ts';
import { numberInAnswerWorth, placeWorth, rarity, shortAnswer, termWorth } from './worth.ts';

/** What a person gave or the agent said first, before a call showed it, counts for this share. */
const knownShare = 0.5;

/** Lines of one place of a file: a search that found one of them leads to a reading of them. */
const linesOfPlace = 4;
/** So many places of one reading are asked for. */
const mostPlaces = 128;

/** A call that showed something, and what that is worth. */
interface Origin {
  readonly from: number;
  readonly points: number;
}

/** Remembers which call showed what, and asks it about what a later call's input has. */
export class TextTrace {
  private readonly words: Sightings = createSightings();
  private readonly lines: Sightings = createSightings();
  private readonly text = new TextCodes();
  private readonly index: SessionIndex;
  /** How much each call showed: of two that showed the same at the same time, the one that showed less meant it. */
  private readonly amounts: Uint32Array;
  private readonly base: Uint8Array;

  constructor(index: SessionIndex) {
    this.index = index;
    this.amounts = new Uint32Array(index.items.length);
    this.base = new TextEncoder().encode(index.session.environment?.cwd ?? '');
  }

  /** Takes in what a person or the system said: what was given that way did not come from a call. */
  give({ event, run }: EventItem): void {
    if (event.type !== 'message' || event.role === 'assistant') return;
    const { codes } = this.text;
    const length = this.text.load(event.text);
    const give = (table: Sightings, key: number): void => {
      const slot = table.slotOf(key);
      if (table.timesShown[slot] === 0) table.known[slot] = 1;
    };
    shownKeys(codes, length, this.base, wordSeed(run), (key) => give(this.words, key));
    scanLines(codes, length, (_, __, start, end) => {
      if (start >= 0) give(this.lines, fingerprint(codes, start, end, lineSeed(run)));
    });
  }

  /** Takes in what a call brought into the conversation. */
  show({ index, run }: CallItem, texts: readonly string[]): void {
    const { codes } = this.text;
    for (const each of texts) {
      const length = this.text.load(each);
      this.amounts[index] = (this.amounts[index] as number) + each.length;
      shownKeys(
        codes,
        length,
        this.base,
        wordSeed(run),
        (key) => mark(this.words, key, index),
        (line, start, end) => markShown(this.words, this.placeSlot(this.nameOf(start, end), line, run), index),
      );
      scanLines(codes, length, (_, __, start, end) => {
        if (start >= 0) mark(this.lines, fingerprint(codes, start, end, lineSeed(run)), index);
      });
    }
  }

  /** Takes in the telling words in the name of a file that a call showed: other calls speak of it by them. */
  showName({ index, run }: CallItem, path: string): void {
    const { codes } = this.text;
    scanTerms(codes, 0, this.text.load(path), (kind, start, end) => {
      if (kind === 'path' || kind === 'file') return;
      markShown(this.words, this.words.slotOf(fingerprint(codes, start, end, wordSeed(run))), index);
    });
  }

  /** Takes in which lines a search found in the one file that it looked through. */
  showLineNumbers({ index, run }: CallItem, texts: readonly string[], searched: string): void {
    const name = this.nameOf(0, this.text.load(searched));
    for (const each of texts) {
      scanLineNumbers(this.text.codes, this.text.load(each), (line) =>
        markShown(this.words, this.placeSlot(name, line, run), index),
      );
    }
  }

  /** Asks who named a file that no call has read yet; without evidence, only notes that it is in use. */
  askFile(item: CallItem, path: string, evidence: Evidence | undefined): void {
    this.askPath(item, 0, this.text.load(path), evidence, 0);
  }

  /**
   * Asks who found lines among those of a file that a call reads.
   *
   * @returns whether anyone did, and no one has read them since.
   */
  findPlaces({ index, run }: CallItem, path: string, range: LineRange | undefined, evidence: Evidence): boolean {
    if (range === undefined) return false;
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
  ask(item: CallItem, texts: readonly string[], evidence: Evidence): void {
    const quoted: QuotedLine[] = [];
    for (const each of texts) {
      scanLines(this.text.codes, this.text.load(each), (from, to, start, end) => {
        const isExplained = start >= 0 && this.askLine(item, start, end, quoted, evidence);
        if (!isExplained) this.askTerms(item, from, to, evidence);
      });
    }
    creditLines(quoted, evidence);
  }

  /** @returns whether it is known where the line comes from: a call that showed it, or the agent itself. */
  private askLine(
    { index, run }: CallItem,
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

  private askTerms(item: CallItem, from: number, to: number, evidence: Evidence): void {
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

  private askPath(item: CallItem, start: number, end: number, evidence: Evidence | undefined, uses: number): void {
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

  private usesOfPath({ index, run }: CallItem, start: number, end: number): number {
    const { whole, tail, self } = pathKeys(this.text.codes, start, end, this.base, wordSeed(run));
    return Math.max(...[whole, tail, self].map((key) => this.usesOf(key, index)));
  }

  /** How many calls have used something since it was shown; of calls made together, none used it before the other. */
  private usesOf(key: number, index: number): number {
    if (key === 0) return 0;
    const slot = this.words.slotOf(key);
    const uses = this.words.timesUsed[slot] as number;
    return this.isTogether(this.words.used[slot] as number, index) ? Math.max(0, uses - 1) : uses;
  }

  /** The call that showed something and what that is worth; undefined where none did, or where it was asked for already. */
  private askWord(
    { index }: CallItem,
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
    const own = kind === 'number' && (this.amounts[from] as number) < shortAnswer ? numberInAnswerWorth : points;
    return { from, points: (own * rarity(words.timesShown[slot] as number) * known) / (1 + uses) ** 2 };
  }

  /** Whether the later of two calls began before the result of the earlier one was there. */
  private isTogether(earlier: number, later: number): boolean {
    const { starts, ends } = this.index;
    return earlier >= 0 && (starts[later] as number) < (ends[earlier] as number);
  }

  /** The call that showed something last; of two at the same time, the one that showed much less besides. */
  private meant(slot: number): number {
    const last = this.words.shown[slot] as number;
    const before = this.words.shownBefore[slot] as number;
    if (before < 0) return last;
    const isMeant = (this.amounts[before] as number) * 4 < (this.amounts[last] as number);
    return isMeant && this.isTogether(before, last) ? before : last;
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
