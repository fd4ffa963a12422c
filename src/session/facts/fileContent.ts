import { type LineBreak, lineBreakOf, splitLines } from '../text/lines.ts';
import type { ChangeHunk } from './fileChanges.ts';
import {
  changesOf,
  coveredLines,
  differences,
  type FileLine,
  occurrences,
  rewritten,
  type TextReplacement,
  textsOf,
} from './fileLines.ts';
import type { FileState } from './fileStates.ts';
import { KnownLines, mostLines } from './knownLines.ts';
import { type DiffLine, type NumberedLines, numberFileLines } from './lineDiff.ts';

/** A call's change of a file whose content was not known well enough to locate it. */
export interface LooseChange {
  readonly by: number;
  readonly hunk: ChangeHunk;
  /** The texts of an edit that named texts rather than lines. */
  readonly texts?: TextReplacement;
}

/** Lines that a call showed. */
export interface ShownLines {
  /** 1-based. */
  readonly first: number;
  readonly lines: readonly string[];
  /** Number of lines of the file, if known. */
  readonly total?: number;
  /** Blank lines at the end may be missing. */
  readonly isTrimmed?: boolean;
  /** The file's last line has no line break after it. */
  readonly endsOpen?: boolean;
  /** The breaks between the lines; absent where the log does not say. */
  readonly lineBreak?: LineBreak;
  /** The log states them, but the agent did not see them. */
  readonly isUnseen?: boolean;
}

/**
 * The lines of one file, as far as a log states them. Report to it in order what calls showed and changed. Lines that a call shows are also
 * known in all earlier states that contain them, back to the state before the session.
 */
export class FileContent {
  private readonly known = new KnownLines();
  /** Changes whose position is not known, in order. */
  readonly loose: LooseChange[] = [];
  private numbered: NumberedLines | undefined;
  private breaks: LineBreak | undefined;
  private readonly drawn: Record<DiffLine['sign'], Map<number, DiffLine>> = {
    ' ': new Map(),
    '+': new Map(),
    '-': new Map(),
  };

  /** All lines that the file ever had, by the numbers that states name. */
  get lines(): readonly FileLine[] {
    return this.known.lines;
  }

  /** The file before the session, as far as the whole log states it. */
  get base(): FileState {
    return this.known.base;
  }

  /** The file after a call and all calls before it. */
  stateAt(call: number): FileState {
    return this.known.stateAt(call);
  }

  /** How many lines a call removed. */
  removedBy(call: number): number {
    return this.known.removedBy(call);
  }

  /** What ends the lines, before the session and since; undefined where the log does not say. */
  get lineBreak(): LineBreak | undefined {
    return this.breaks;
  }

  /** Numbers for lines, equal where their texts are equal; a line with unknown text equals only itself. */
  numbersOf(lines: readonly number[]): Int32Array {
    const { numbers } = this.numberedLines;
    const found = new Int32Array(lines.length);
    for (let at = 0; at < found.length; at += 1) found[at] = numbers[lines[at] as number] as number;
    return found;
  }

  /** The text behind a number; empty where it is not known. */
  textOf(number: number): string {
    return this.numberedLines.texts[number] ?? '';
  }

  /** A line of a difference, always the same object; undefined where its text is not known. */
  drawnLine(at: number, sign: DiffLine['sign']): DiffLine | undefined {
    const known = this.drawn[sign].get(at);
    const line = this.known.lines[at];
    if (known !== undefined || line?.text === undefined) return known;
    const made: DiffLine = { sign, text: line.text, ...(line.noBreak ? { noBreak: true } : {}) };
    this.drawn[sign].set(at, made);
    return made;
  }

  private get numberedLines(): NumberedLines {
    this.numbered ??= numberFileLines(this.known.lines);
    return this.numbered;
  }

  /** Reports that a call showed lines. Returns whether they differ from what the calls before it had left. */
  show(
    by: number,
    { first, lines, total: shown, isTrimmed = false, endsOpen, lineBreak, isUnseen = false }: ShownLines,
  ): boolean {
    this.forget();
    this.learnBreak(lineBreak);
    const stage = this.known.stage;
    const isShorter = isTrimmed && shown !== undefined && shown < this.known.now.length;
    const rest = isShorter ? this.known.now.slice(shown) : [];
    const total =
      isShorter && rest.every((line) => this.known.lines[line]?.text === '') ? this.known.now.length : shown;
    const isWhole = first === 1 && total === lines.length;
    if (isWhole && this.replayLoose(by, lines)) return false;
    const reached = first - 1 + lines.length;
    const fits =
      stage.exists !== false &&
      (total === undefined || (stage.open ? this.known.now.length <= total : this.known.now.length === total)) &&
      (stage.open || this.known.now.length >= reached) &&
      this.known.extendTo(Math.max(reached, total ?? 0)) &&
      this.known.matches(first - 1, lines);
    if (fits) {
      if (total !== undefined) stage.open = false;
      stage.exists = true;
      this.known.learn(isUnseen ? undefined : by, first - 1, lines);
      const last = this.known.lines[this.known.now.at(-1) ?? -1];
      if (endsOpen === true && last !== undefined) last.noBreak = true;
      return false;
    }
    if (isWhole) this.align(by, lines, { outside: true, endsOpen });
    else this.known.overwrite(by, first - 1, lines);
    return true;
  }

  /**
   * Reports that a call wrote a whole content. `created` means that the file did not exist; `hunks` are the changed lines, if the log has
   * them.
   */
  write(by: number, content: string, { created, hunks }: { created: boolean; hunks?: readonly ChangeHunk[] }): void {
    this.forget();
    this.learnBreak(lineBreakOf(content));
    if (created) this.beginWithout();
    if (hunks !== undefined && hunks.length > 0 && !created) this.patch(by, hunks);
    const lines = splitLines(content);
    this.align(by, lines, { outside: false, endsOpen: content !== '' && !/[\r\n]$/.test(content) });
  }

  /** Reports that a call wrote a content of a known number of lines, only some of which are in the log. */
  writeParts(by: number, total: number, parts: readonly ShownLines[]): void {
    this.forget();
    const lines = Array.from({ length: Math.min(total, mostLines) }, () => this.known.add(undefined, by));
    for (const { first, lines: texts } of parts) {
      for (const [n, text] of texts.entries()) {
        const line = this.known.lines[lines[first - 1 + n] ?? -1];
        if (line !== undefined) line.text = text;
      }
    }
    this.known.removeAll(by);
    this.known.begin({ by, exists: true, lines, open: false, splices: [] });
  }

  /** The file did not exist before the session, unless a call shows otherwise. */
  beginWithout(): void {
    this.known.beginWithout();
  }

  /** Reports that a call changed lines. Returns whether it found other lines than the calls before it had left. */
  patch(by: number, stated: readonly ChangeHunk[]): boolean {
    this.forget();
    const hunks = this.withoutReturns(stated);
    let cursor = 0;
    let outside = false;
    for (const hunk of hunks) {
      const { lines } = hunk;
      const old = lines.filter(({ sign }) => sign !== '+').map(({ text }) => text);
      const found = this.positionOf(hunk, old, cursor);
      if (found === undefined) {
        this.loose.push({ by, hunk });
        continue;
      }
      if (found.outside) {
        this.known.overwrite(by, found.at, old);
        outside = true;
      }
      this.known.learn(by, found.at, old);
      cursor = this.known.change(by, found.at, lines);
    }
    this.known.stage.exists = true;
    return outside;
  }

  /** Reports that a call replaced texts; `hunks` are the same changes as lines, one per replacement or as the log has them. */
  replace(by: number, replacements: readonly TextReplacement[], hunks: readonly ChangeHunk[]): void {
    this.forget();
    for (const [n, texts] of replacements.entries()) {
      if (!this.replaceText(by, texts)) this.loose.push({ by, texts, hunk: hunks[n] ?? { lines: [] } });
    }
    this.known.stage.exists = true;
    for (const line of hunks.flatMap(({ lines }) => lines)) if (line.noBreak === true) this.learnEnd(by, line);
  }

  /** Takes from a patch what texts do not say: a missing line break after the last line. */
  private learnEnd(by: number, { sign, text }: DiffLine): void {
    if (sign !== '-') {
      const last = this.known.lines[this.known.now.at(-1) ?? -1];
      if (last?.text === text) last.noBreak = true;
      return;
    }
    const gone = this.known.lines.find((line) => line.removedBy === by && line.text === text);
    if (gone !== undefined) gone.noBreak = true;
    const at = gone === undefined ? this.known.now.findLastIndex((line) => this.known.lines[line]?.text === text) : -1;
    const kept = this.known.lines[this.known.now[at] ?? -1];
    if (kept === undefined) return;
    // The same text with a line break is another line.
    kept.noBreak = true;
    this.known.splice({ by, at, removed: 1, added: [this.known.add(text, by)] });
  }

  /** Whether enough is known to locate a text that is to be replaced. */
  canReplace({ before, all = false }: TextReplacement): boolean {
    if (before === '' || (all && !this.known.isWhole)) return false;
    return this.known.runs.some((run) => run.text.includes(before));
  }

  /** Whether any known line begins with a tab. */
  get hasTabs(): boolean {
    return this.known.lines.some(({ text }) => text?.startsWith('\t'));
  }

  /** Reports that a call changed the file in a way that the log does not say. */
  changeUnknown(by: number): void {
    this.known.removeAll(by);
    this.known.begin({ by, exists: true, lines: [], open: true, splices: [] });
  }

  /** Reports that a call removed the file. */
  remove(by: number): void {
    const stage = this.known.stage;
    if (stage.exists === undefined) stage.exists = true;
    this.known.removeAll(by);
    this.known.begin({ by, exists: false, lines: [], open: false, splices: [] });
  }

  private learnBreak(found: LineBreak | undefined): void {
    if (found !== undefined) this.breaks = this.breaks === undefined || this.breaks === found ? found : 'mixed';
  }

  /** Takes the carriage returns from lines that all end with one: they belong to the line breaks. */
  private withoutReturns(hunks: readonly ChangeHunk[]): readonly ChangeHunk[] {
    const lines = hunks.flatMap((hunk) => hunk.lines).filter(({ noBreak }) => noBreak !== true);
    if (lines.length === 0 || !lines.every(({ text }) => text.endsWith('\r'))) return hunks;
    this.learnBreak('\r\n');
    const plain = (line: DiffLine): DiffLine =>
      line.noBreak === true ? line : { ...line, text: line.text.slice(0, -1) };
    return hunks.map((hunk) => ({ ...hunk, lines: hunk.lines.map(plain) }));
  }

  /** Forgets values derived from the lines so far, because a call has changed them. */
  private forget(): void {
    this.numbered = undefined;
    this.known.stage.checkpoints = undefined;
    for (const lines of Object.values(this.drawn)) lines.clear();
  }

  /** Position of a hunk: at the lines that it names, else where its old lines occur. */
  private positionOf(
    { newStart, lines }: ChangeHunk,
    old: readonly string[],
    cursor: number,
  ): { readonly at: number; readonly outside: boolean } | undefined {
    if (newStart !== undefined) {
      const isGone = lines.every(({ sign }) => sign === '-');
      const at = Math.max(0, isGone ? newStart : newStart - 1);
      const fits = this.known.extendTo(at + old.length);
      if (fits && this.known.matches(at, old)) return { at, outside: false };
      const elsewhere = this.known.find(old, cursor);
      if (elsewhere !== undefined) return { at: elsewhere, outside: false };
      return fits ? { at, outside: true } : undefined;
    }
    const at = old.length === 0 ? this.known.end : this.known.find(old, cursor);
    return at === undefined ? undefined : { at, outside: false };
  }

  /** Takes a whole content for the file: unchanged lines keep their identity, the others are written by the call. */
  private align(
    by: number,
    texts: readonly string[],
    { outside, endsOpen }: { outside: boolean; endsOpen: boolean | undefined },
  ): void {
    const { old, now } = changesOf(this.known.lines, this.known.now, texts, endsOpen);
    const kept = this.known.now.filter((line, at) => {
      if (old[at] === 1) this.known.markRemoved(line, by);
      return old[at] !== 1;
    });
    const written = this.looseLines();
    let next = 0;
    const lines = texts.map((text, at) => {
      if (now[at] === 1) {
        const earlier = outside ? written.get(text) : undefined;
        return this.known.add(text, earlier ?? by, outside && earlier === undefined);
      }
      next += 1;
      return kept[next - 1] as number;
    });
    this.known.begin({ by, exists: true, lines, open: false, splices: [] });
    const last = this.known.lines[lines.at(-1) ?? -1];
    if (last !== undefined && endsOpen !== undefined) last.noBreak = endsOpen;
    this.loose.length = 0;
  }

  /** Which call wrote which text at an unknown position. */
  private looseLines(): ReadonlyMap<string, number> {
    return new Map(
      this.loose.flatMap(({ by, hunk }) =>
        hunk.lines.flatMap(({ sign, text }): [string, number][] => (sign === '+' ? [[text, by]] : [])),
      ),
    );
  }

  private replaceText(by: number, { before, after, all = false }: TextReplacement): boolean {
    if (before === '') return false;
    const { runs } = this.known;
    const most = all ? Number.POSITIVE_INFINITY : this.known.isWhole ? 1 : 2;
    const found = runs.flatMap((run) => occurrences(run, before, most));
    if (found.length === 0 || (found.length > 1 && !all && !this.known.isWhole)) return false;
    // From last to first, so that the positions before a splice stay valid.
    for (const covered of coveredLines(all ? found : found.slice(0, 1), before, after).reverse()) {
      const { at, count, texts, run } = rewritten(this.known.lines, this.known.now, { covered, before, after });
      const old = this.known.now.slice(at, at + count);
      if (this.known.lines[old.at(-1) ?? -1]?.noBreak === true) {
        this.replaceEnd(by, at, texts);
        continue;
      }
      let offset = at;
      for (const { removed, added } of differences(this.known.lines, old, texts)) {
        if (removed > 0 || added.length > 0)
          this.known.splice({ by, at: offset, removed, added: added.map((text) => this.known.add(text, by)) });
        offset += added.length + 1;
      }
      // Of a file that is known in one piece the text is not joined again: long ones are edited hundreds of times.
      if (!all && runs.length === 1) this.known.keepRun(run);
    }
    return true;
  }

  /** Replaces the lines from a position to an end without a line break; what comes after the last break of the texts has none either. */
  private replaceEnd(by: number, from: number, texts: readonly string[]): void {
    const added = texts.at(-1) === '' ? texts.slice(0, -1) : texts;
    const endsOpen = added.length === texts.length;
    let at = from;
    while (at < this.known.now.length - 1 && at - from < added.length - 1 && this.known.textAt(at) === added[at - from])
      at += 1;
    const lines = added.slice(at - from).map((text) => this.known.add(text, by));
    const last = this.known.lines[lines.at(-1) ?? -1];
    if (last !== undefined) last.noBreak = endsOpen;
    this.known.splice({ by, at, removed: this.known.now.length - at, added: lines });
  }

  /**
   * When a file with nothing but changes at unknown positions is seen whole: reverts the changes one by one, which gives the content before
   * the session, and applies them again at their positions. Returns false where a change is not found.
   */
  private replayLoose(by: number, lines: readonly string[]): boolean {
    const { loose } = this;
    if (loose.length === 0 || !this.known.isUntouched) return false;
    let text = lines.map((line) => `${line}\n`).join('');
    if (text.length * loose.length > mostSearched) return false;
    for (const change of [...loose].reverse()) {
      const { before, after } = change.texts ?? textsOf(change.hunk);
      if (after === '' || text.split(after, 3).length !== 2) return false;
      text = text.split(after).join(before);
    }
    this.known.beginWith(text.replace(/\n$/, '').split('\n'));
    const changes = loose.splice(0);
    for (const { by: writer, hunk, texts } of changes) {
      if (texts === undefined) this.patch(writer, [hunk]);
      else this.replace(writer, [texts], [hunk]);
    }
    this.known.learn(by, 0, lines);
    return true;
  }
}

/** Maximum number of characters searched to locate changes after the fact: beyond it their positions stay unknown. */
const mostSearched = 1 << 27;
