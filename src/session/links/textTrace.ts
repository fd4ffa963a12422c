import { creditLines, type LinkEvidence, type QuotedLine, rarity } from './evidence.ts';
import { LineScanner } from './scanLines.ts';
import { createSightings, KNOWN_SHARE, mark, markGiven, type Sightings } from './sightings.ts';
import { fingerprint, type Seed, TextCodes } from './textCodes.ts';
import { WordTrace } from './wordTrace.ts';

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

/** Remembers which call showed which lines and words, and asks it about what a later call's input has. */
export class TextTrace {
  /** Undefined where only whole lines are followed. */
  readonly words: WordTrace | undefined;
  private readonly seen: Sightings;
  private readonly text: TextCodes;
  private readonly scanner: LineScanner;

  constructor({ cwd = '', isTogether, mostSlots, longestText, words = true }: TraceOptions) {
    this.text = new TextCodes(longestText);
    this.scanner = new LineScanner(this.text.codes);
    this.seen = createSightings(mostSlots);
    this.words = words ? new WordTrace({ text: this.text, cwd, isTogether, mostSlots }) : undefined;
  }

  /** Takes in what a person or the system said: what was given that way did not come from a call. */
  give(text: string, run: number): void {
    const length = this.text.load(text);
    this.words?.give(length, run);
    const { scanner } = this;
    scanner.begin(length);
    while (scanner.next()) if (scanner.isTelling) markGiven(this.seen, this.keyOf(run));
  }

  /** Takes in what a call brought into the conversation. */
  show(item: TracedCall, texts: readonly string[]): void {
    const { scanner, words } = this;
    for (const each of texts) {
      const length = this.text.load(each);
      words?.show(item, length, each.length);
      scanner.begin(length);
      while (scanner.next()) if (scanner.isTelling) mark(this.seen, this.keyOf(item.run), item.index);
    }
  }

  /** Asks who showed what stands in a call's input, and notes that it is in use from now on. */
  ask(item: TracedCall, texts: readonly string[], evidence: LinkEvidence): void {
    const { scanner, words } = this;
    const quoted: QuotedLine[] = [];
    for (const each of texts) {
      scanner.begin(this.text.load(each));
      while (scanner.next()) {
        const isExplained = scanner.isTelling && this.askLine(item, quoted, evidence);
        if (!isExplained) words?.ask(item, scanner.from, scanner.to, evidence);
      }
    }
    creditLines(quoted, evidence);
  }

  /** @returns whether it is known where the line comes from: a call that showed it, or the agent itself. */
  private askLine({ index, run }: TracedCall, quoted: QuotedLine[], evidence: LinkEvidence): boolean {
    const { seen } = this;
    const slot = seen.slotOf(this.keyOf(run));
    const used = seen.used[slot] as number;
    if (used === index) return true;
    seen.used[slot] = index;
    evidence.ask('quote');
    const from = seen.shown[slot] as number;
    if (used > from) return true;
    if (from < 0) return false;
    const points = rarity(seen.timesShown[slot] as number) * (seen.known[slot] === 1 ? KNOWN_SHARE : 1);
    quoted.push({ from, before: seen.shownBefore[slot] as number, points });
    return true;
  }

  /** The fingerprint of the line that the scanner is at. */
  private keyOf(run: number): number {
    return fingerprint(this.text.codes, this.scanner.start, this.scanner.end, seedOf(run));
  }
}

/** Apart from those of words. */
function seedOf(run: number): Seed {
  return run * 2 + 2;
}
