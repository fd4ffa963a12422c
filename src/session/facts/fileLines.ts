import type { LineBreak } from '../text/lines.ts';
import { applySplice, type FileState, linesAfter, type Splice, type Stage } from './fileStates.ts';
import {
  changedLines,
  type DiffLine,
  type NumberedLines,
  noBreakMark,
  numberFileLines,
  numberLines,
} from './lineDiff.ts';
import { slideChanges } from './slideChanges.ts';
import type { Run } from './textReplacement.ts';

/** A line of a file, from when it was written until it was removed. Its text may become known later, or never. */
export interface FileLine {
  text: string | undefined;
  /** The last line of a file, without a line break at its end. */
  noBreak: boolean;
  /** The call that wrote it; -1 for a line from before the session. */
  readonly writtenBy: number;
  /** Nothing in the log wrote it; `writtenBy` is the call that showed it. */
  readonly outside: boolean;
  /** The first call that showed it, if another call wrote it. */
  seenBy: number | undefined;
  removedBy: number | undefined;
}

/** Maximum number of lines of a file: a larger number in a log is a mistake. */
export const mostLines = 1_000_000;

/**
 * The lines of one file as they stand at the call that was reported last, and as they stood before. Keeps them, finds them, compares them;
 * what calls showed and changed comes from `FileContent`.
 */
export class FileLines {
  readonly lines: FileLine[] = [];
  protected readonly stages: Stage[] = [{ by: -1, exists: undefined, lines: [], open: true, splices: [] }];
  protected now: number[] = [];
  private numbered: NumberedLines | undefined;
  private breaks: LineBreak | undefined;
  private readonly drawn: Record<DiffLine['sign'], Map<number, DiffLine>> = {
    ' ': new Map(),
    '+': new Map(),
    '-': new Map(),
  };

  /** What ends the lines, before the session and since; undefined where the log does not tell. */
  get lineBreak(): LineBreak | undefined {
    return this.breaks;
  }

  /** The file before the session, as far as the whole log tells it. */
  get base(): FileState {
    return this.stages[0] as Stage;
  }

  /** The file after a call and all calls before it. */
  stateAt(call: number): FileState {
    const stage = this.stages.findLast(({ by }) => by <= call) ?? (this.stages[0] as Stage);
    return { exists: stage.exists, open: stage.open, lines: linesAfter(stage, call) };
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
    const line = this.lines[at];
    if (known !== undefined || line?.text === undefined) return known;
    const made: DiffLine = { sign, text: line.text, ...(line.noBreak ? { noBreak: true } : {}) };
    this.drawn[sign].set(at, made);
    return made;
  }

  private get numberedLines(): NumberedLines {
    this.numbered ??= numberFileLines(this.lines);
    return this.numbered;
  }

  /** Whether any known line begins with a tab. */
  get hasTabs(): boolean {
    return this.lines.some(({ text }) => text?.startsWith('\t'));
  }

  protected get stage(): Stage {
    return this.stages.at(-1) as Stage;
  }

  protected learnBreak(told: LineBreak | undefined): void {
    if (told !== undefined) this.breaks = this.breaks === undefined || this.breaks === told ? told : 'mixed';
  }

  /** Forgets values derived from the lines so far, because a call has changed them. */
  protected forget(): void {
    this.numbered = undefined;
    this.stage.checkpoints = undefined;
    for (const lines of Object.values(this.drawn)) lines.clear();
  }

  protected begin(stage: Stage): void {
    this.stages.push(stage);
    this.now = [...stage.lines];
  }

  protected removeAll(by: number): void {
    for (const line of this.now) (this.lines[line] as FileLine).removedBy = by;
  }

  protected add(text: string | undefined, writtenBy: number, outside = false): number {
    this.lines.push({ text, noBreak: false, writtenBy, outside, seenBy: undefined, removedBy: undefined });
    return this.lines.length - 1;
  }

  /** Adds unknown lines where the end of the file is open. Returns false where the file is shorter. */
  protected extendTo(count: number): boolean {
    const { stage } = this;
    if (this.now.length >= count) return true;
    if (!stage.open || count > mostLines) return false;
    while (this.now.length < count) {
      const line = this.add(undefined, stage.by);
      stage.lines.push(line);
      this.now.push(line);
    }
    return true;
  }

  protected textAt(at: number): string | undefined {
    return this.lines[this.now[at] ?? -1]?.text;
  }

  protected matches(at: number, texts: readonly string[]): boolean {
    return texts.every((text, n) => (this.textAt(at + n) ?? text) === text);
  }

  protected learn(by: number, at: number, texts: readonly string[]): void {
    for (const [n, text] of texts.entries()) {
      const line = this.lines[this.now[at + n] ?? -1];
      if (line === undefined) continue;
      line.text ??= text;
      if (line.writtenBy !== by) line.seenBy ??= by;
    }
  }

  /** The end of the file, if known. */
  protected get end(): number | undefined {
    return this.stage.open ? undefined : this.now.length;
  }

  protected get isWhole(): boolean {
    return !this.stage.open && this.now.every((line) => this.lines[line]?.text !== undefined);
  }

  /** Position of some lines: after the last change, else the first occurrence; where the file is only partly known, the only occurrence. */
  protected find(texts: readonly string[], cursor: number): number | undefined {
    if (texts.length === 0) return undefined;
    for (const same of [isEqual, isEqualButEnds]) {
      const places: number[] = [];
      for (let at = 0; at + texts.length <= this.now.length; at += 1) {
        if (texts.every((text, n) => same(text, this.textAt(at + n)))) places.push(at);
      }
      if (places.length > 1 && !this.isWhole) return undefined;
      if (places.length > 0) return places.find((at) => at >= cursor) ?? places[0];
    }
    return undefined;
  }

  /** Marks that a line of the original file has no line break after it. */
  protected markEnd(at: number): void {
    const line = this.lines[this.now[at] ?? -1];
    if (line !== undefined) line.noBreak = true;
    if (at === this.now.length - 1 && this.stage.splices.length === 0) this.stage.open = false;
  }

  protected splice(splice: Splice): void {
    for (const line of this.now.slice(splice.at, splice.at + splice.removed)) {
      (this.lines[line] as FileLine).removedBy = splice.by;
    }
    applySplice(this.now, splice);
    this.stage.splices.push(splice);
  }

  /** The differences between lines and texts, each with the unchanged line after it. */
  protected compare(lines: readonly number[], texts: readonly string[]): { removed: number; added: string[] }[] {
    const { old, now } = this.changes(lines, texts);
    const parts: { removed: number; added: string[] }[] = [];
    for (let [x, y] = [0, 0]; x < lines.length || y < texts.length; x += 1, y += 1) {
      const part = { removed: 0, added: [] as string[] };
      for (; old[x] === 1; x += 1) part.removed += 1;
      for (; now[y] === 1; y += 1) part.added.push(texts[y] as string);
      parts.push(part);
    }
    return parts;
  }

  /** `endsOpen`: whether the last text has no line break after it; absent where that is not known, and makes no difference. */
  protected changes(
    lines: readonly number[],
    texts: readonly string[],
    endsOpen?: boolean,
  ): { old: Uint8Array; now: Uint8Array } {
    const known = new Map<string, number>();
    const open = (text: string): string => `${text}\n${noBreakMark}`;
    const before = Int32Array.from(lines, (line) => {
      const { text, noBreak = false } = this.lines[line] ?? {};
      if (text === undefined) return -1 - line;
      return numberLines([noBreak && endsOpen !== undefined ? open(text) : text], known)[0] as number;
    });
    const after = numberLines(
      endsOpen === true ? texts.map((text, at) => (at === texts.length - 1 ? open(text) : text)) : texts,
      known,
    );
    const names = [...known.keys()];
    const changed = changedLines(before, after);
    slideChanges(before, after, changed, (number) => names[number] ?? '');
    return { old: changed.removed, now: changed.added };
  }

  /** The texts of consecutive lines, all known. */
  protected knownRuns(): Run[] {
    const runs: Run[] = [];
    let open: { first: number; lines: string[] } | undefined;
    for (let at = 0; at <= this.now.length; at += 1) {
      const text = this.textAt(at);
      if (text === undefined) {
        if (open !== undefined) runs.push({ first: open.first, text: open.lines.join('') });
        open = undefined;
      } else {
        open ??= { first: at, lines: [] };
        open.lines.push(`${text}\n`);
      }
    }
    return runs;
  }
}

function isEqual(text: string, other: string | undefined): boolean {
  return text === other;
}

function isEqualButEnds(text: string, other: string | undefined): boolean {
  return other !== undefined && text.trimEnd() === other.trimEnd();
}
