import type { ToolCall } from '../schema/std001v31.ts';
import {
  type CallRole,
  changedLine,
  type LineRange,
  readRange,
  searchedFile,
  tracedInputs,
  tracedOutputs,
} from './callContext.ts';
import { creditLines, fileWorth, type LinkEvidence, type QuotedLine, rarity } from './evidence.ts';
import { LineScanner, SHORTEST_LINE } from './scanLines.ts';
import { createSeenTable, KNOWN_SHARE, mark, markGiven, type SeenTable } from './seenTable.ts';
import { fingerprint, type Seed, TextCodes } from './textCodes.ts';
import { type IsTogether, type TracedCall, WordTrace } from './wordTrace.ts';

/** A call with its position and run, as the tracer takes it in. */
export interface TracedItem extends TracedCall {
  readonly call: ToolCall;
}

/** Traces through a session what calls show and later calls use. Takes bounded memory, however long the session is. */
export class LinkTracer {
  private readonly trace: TextTrace;
  private readonly readers: FileReaders[] = [];

  constructor(options: TraceOptions) {
    this.trace = new TextTrace(options);
  }

  /** Takes in a message of a person or the system to a run: its content did not come from a call. */
  give(text: string, run: number): void {
    this.trace.give(text, run);
  }

  /** Collects the evidence for links into a call, from everything taken in so far. */
  askFor(item: TracedItem, role: CallRole, evidence: LinkEvidence): void {
    if (!role.uses) return;
    this.takeReads(item, role, evidence);
    const { words } = this.trace;
    const changes = role.touches.some(({ access }) => access !== 'read');
    const texts = tracedInputs(item.call).filter(
      (text) => (words !== undefined || changes || isPassage(text)) && !reads(role, text),
    );
    this.trace.ask(item, texts, evidence);
    this.takeChanges(item, role, evidence);
  }

  /** Takes in what a call brought into the conversation. */
  show(item: TracedItem, { touches }: CallRole): void {
    const { call, run } = item;
    const { words } = this.trace;
    const texts = tracedOutputs(call).filter((text) => words !== undefined || touches.length > 0 || isPassage(text));
    this.trace.show(item, texts);
    const searched = words === undefined ? undefined : searchedFile(call);
    if (searched !== undefined) words?.showLineNumbers(item, texts, searched);
    for (const { path, access } of touches) {
      words?.showName(item, path);
      if (access === 'read') this.readersOf(run).read(path, item.index, readRange(call));
    }
  }

  /** Calls that found lines of a file, or named it before anyone read it, contributed to its being read. */
  private takeReads(item: TracedItem, { touches }: CallRole, evidence: LinkEvidence): void {
    const { words } = this.trace;
    if (words === undefined) return;
    const ofRun = this.readersOf(item.run);
    for (const { path, access } of touches) {
      if (access !== 'read') continue;
      const isFound = words.findLines(item, path, readRange(item.call), evidence);
      const isNew = !isFound && ofRun.lastReader(path, undefined) === undefined;
      words.askFile(item, path, isNew ? evidence : undefined);
    }
  }

  /** The last reader of a file contributed to its change, unless the changed lines say which of its readers did. */
  private takeChanges({ call, run }: TracedItem, { touches }: CallRole, evidence: LinkEvidence): void {
    const ofRun = this.readersOf(run);
    for (const { path, access } of touches) {
      if (access === 'read') continue;
      const quoted = ofRun.allReaders(path).filter((reader) => evidence.has(reader, 'quote'));
      const last = ofRun.lastReader(path, changedLine(call, path));
      const readersOfLines = quoted.length > 0 || last === undefined ? quoted : [last];
      for (const reader of readersOfLines) evidence.add(reader, 'file', fileWorth);
      if (access === 'created' || typeof call.input.params.content === 'string') ofRun.rewritten(path);
    }
  }

  private readersOf(run: number): FileReaders {
    const known = this.readers[run] ?? createFileReaders();
    this.readers[run] = known;
    return known;
  }
}

/** Whether a text has enough lines for a link based on lines alone; with a single line, a link also needs a file. */
function isPassage(text: string): boolean {
  return text.includes('\n');
}

function reads({ touches }: CallRole, text: string): boolean {
  return touches.some(({ path, access }) => access === 'read' && path === text);
}

/** The readers of files. */
export interface FileReaders {
  /** Records that a call read a file, or these lines of it. */
  read(path: string, item: number, range: LineRange | undefined): void;
  /** Records that a call rewrote the whole file, so that earlier readings no longer count. */
  rewritten(path: string): void;
  /** The last call that read a file, or that read the given line of it; undefined where none did. */
  lastReader(path: string, line: number | undefined): number | undefined;
  /** Every remembered reader of a file, in order. */
  allReaders(path: string): readonly number[];
}

/** Maximum number of remembered readers per file. */
const mostReaders = 16;

/** Creates an empty record of who read which file. */
export function createFileReaders(): FileReaders {
  const readers = new Map<string, { item: number; range: LineRange | undefined }[]>();
  return {
    read(path, item, range) {
      const list = readers.get(path);
      if (list === undefined) readers.set(path, [{ item, range }]);
      else {
        list.push({ item, range });
        // Keeps the first reader, which most often read the whole file.
        if (list.length > mostReaders) list.splice(1, 1);
      }
    },
    rewritten(path) {
      readers.delete(path);
    },
    lastReader(path, line) {
      const list = readers.get(path);
      const covers = ({ range }: { range: LineRange | undefined }): boolean =>
        line === undefined || range === undefined || (line >= range.first && line <= range.last);
      return (list?.findLast(covers) ?? list?.at(-1))?.item;
    },
    allReaders: (path) => (readers.get(path) ?? []).map(({ item }) => item),
  };
}

interface TraceOptions {
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
class TextTrace {
  /** Undefined where only whole lines are traced. */
  readonly words: WordTrace | undefined;
  private readonly seen: SeenTable;
  private readonly text: TextCodes;
  private readonly scanner: LineScanner;
  /** Fingerprints of the distinctive lines that were read last. */
  private readonly keys: Float64Array;

  constructor({ cwd = '', isTogether, mostSlots, longestText, words = true }: TraceOptions) {
    this.text = new TextCodes(longestText);
    this.scanner = new LineScanner(this.text.codes);
    this.keys = new Float64Array(Math.ceil(this.text.codes.length / SHORTEST_LINE));
    this.seen = createSeenTable(mostSlots);
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
      const isExplained = scanner.isDistinctive && this.askLine(item, this.keyOf(item.run), quoted, evidence);
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

  /** Stores the fingerprints of the loaded text's distinctive lines in `keys`, and returns their number. */
  private readKeys(length: number, run: number): number {
    const { scanner, keys } = this;
    let count = 0;
    scanner.begin(length);
    while (scanner.next()) {
      if (!scanner.isDistinctive) continue;
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
