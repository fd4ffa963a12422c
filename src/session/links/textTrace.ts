import { creditLines, type LinkEvidence, type QuotedLine, rarity } from './evidence.ts';
import { LineScanner, SHORTEST_LINE } from './scanLines.ts';
import { createSightings, KNOWN_SHARE, mark, markGiven, type Sightings } from './sightings.ts';
import { fingerprint, type Seed, TextCodes } from './textCodes.ts';
import { type IsTogether, type TracedCall, WordTrace } from './wordTrace.ts';

export interface TraceOptions {
  /** Working directory of the session: paths are read relative to it. */
  readonly cwd?: string | undefined;
  readonly isTogether: IsTogether;
  /** Maximum number of words, and of lines, that are remembered, at 24 bytes each; a power of two. @default 2^20 */
  readonly mostSlots?: number | undefined;
  /** Maximum bytes read of a text. @default 24,576 */
  readonly longestText?: number | undefined;
  /**
   * Whether single words (paths, ids, names, numbers) are traced, beside whole lines and the files that calls read; they take two thirds of
   * the time. @default true
   */
  readonly words?: boolean | undefined;
}

/** Remembers which call showed which lines and words, and looks up those of a later call's input. */
export class TextTrace {
  /** Undefined where only whole lines are traced. */
  readonly words: WordTrace | undefined;
  private readonly seen: Sightings;
  private readonly text: TextCodes;
  private readonly scanner: LineScanner;
  /** Fingerprints of the telling lines that were read last. */
  private readonly keys: Float64Array;

  constructor({ cwd = '', isTogether, mostSlots, longestText, words = true }: TraceOptions) {
    this.text = new TextCodes(longestText);
    this.scanner = new LineScanner(this.text.codes);
    this.keys = new Float64Array(Math.ceil(this.text.codes.length / SHORTEST_LINE));
    this.seen = createSightings(mostSlots);
    this.words = words ? new WordTrace({ text: this.text, cwd, isTogether, mostSlots }) : undefined;
  }

  /** Takes in what a person or the system said: it did not come from a call. */
  give(text: string, run: number): void {
    const length = this.text.load(text);
    this.words?.give(length, run);
    const count = this.readKeys(length, run);
    for (let n = 0; n < count; n += 1) markGiven(this.seen, this.keys[n] as number);
  }

  /** Takes in what a call brought into the conversation. */
  show(item: TracedCall, texts: readonly string[]): void {
    for (const each of texts) {
      const length = this.text.load(each);
      this.words?.show(item, length, each.length);
      const count = this.readKeys(length, item.run);
      for (let n = 0; n < count; n += 1) mark(this.seen, this.keys[n] as number, item.index);
    }
  }

  /** Looks up who showed what a call's input contains, and records that it is now in use. */
  ask(item: TracedCall, texts: readonly string[], evidence: LinkEvidence): void {
    const quoted: QuotedLine[] = [];
    for (const each of texts) {
      const length = this.text.load(each);
      if (this.words !== undefined) this.askWords(item, length, this.words, quoted, evidence);
      else {
        const count = this.readKeys(length, item.run);
        for (let n = 0; n < count; n += 1) this.askLine(item, this.keys[n] as number, quoted, evidence);
      }
    }
    creditLines(quoted, evidence);
  }

  /** Looks up each line and, where its origin is unknown, its words. */
  private askWords(
    item: TracedCall,
    length: number,
    words: WordTrace,
    quoted: QuotedLine[],
    evidence: LinkEvidence,
  ): void {
    const { scanner } = this;
    scanner.begin(length);
    while (scanner.next()) {
      const isExplained = scanner.isTelling && this.askLine(item, this.keyOf(item.run), quoted, evidence);
      if (!isExplained) words.ask(item, scanner.from, scanner.to, evidence);
    }
  }

  /** @returns whether the origin of the line is known: a call that showed it, or the agent itself. */
  private askLine({ index }: TracedCall, key: number, quoted: QuotedLine[], evidence: LinkEvidence): boolean {
    const { seen } = this;
    const slot = seen.slotOf(key);
    const used = seen.used(slot);
    if (used === index) return true;
    seen.use(slot, index);
    evidence.ask('quote');
    const from = seen.shown(slot);
    if (used > from) return true;
    if (from < 0) return false;
    const points = rarity(seen.timesShown(slot)) * (seen.isKnown(slot) ? KNOWN_SHARE : 1);
    quoted.push({ from, before: seen.shownBefore(slot), points });
    return true;
  }

  /** Stores the fingerprints of the loaded text's telling lines in `keys`, and returns their number. */
  private readKeys(length: number, run: number): number {
    const { scanner, keys } = this;
    let count = 0;
    scanner.begin(length);
    while (scanner.next()) {
      if (!scanner.isTelling) continue;
      keys[count] = this.keyOf(run);
      count += 1;
    }
    return count;
  }

  /** The fingerprint of the scanner's current line. */
  private keyOf(run: number): number {
    return fingerprint(this.text.codes, this.scanner.start, this.scanner.end, seedOf(run));
  }
}

/** Separates lines from words. */
function seedOf(run: number): Seed {
  return run * 2 + 2;
}
