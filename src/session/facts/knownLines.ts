import { differences, type FileLine, knownRuns, positionsOf, type Run } from './fileLines.ts';
import { applySplice, type FileState, linesAfter, type Splice, type Stage } from './fileStates.ts';
import type { DiffLine } from './lineDiff.ts';

/**
 * The lines of a file as far as they are known, now and after each call. It knows how lines come and go; what calls say of them is read by
 * `FileContent`.
 */
export class KnownLines {
  /** All lines that the file ever had; the numbers of lines are positions in it. */
  readonly lines: FileLine[] = [];
  private readonly stages: Stage[] = [{ by: -1, exists: undefined, lines: [], open: true, splices: [] }];
  private current: number[] = [];

  /** The texts of the lines now; undefined where they have changed since they were joined. */
  private joined: readonly Run[] | undefined;
  private readonly removals = new Map<number, number>();

  /** The numbers of the lines now. */
  get now(): readonly number[] {
    return this.current;
  }

  /** The file before the session, as far as the whole log states it. */
  get base(): FileState {
    return this.stages[0] as Stage;
  }

  /** The file after a call and all calls before it. */
  stateAt(call: number): FileState {
    const stage = this.stages.findLast(({ by }) => by <= call) ?? (this.stages[0] as Stage);
    return { exists: stage.exists, open: stage.open, lines: linesAfter(stage, call) };
  }

  /** How many lines a call removed. */
  removedBy(call: number): number {
    return this.removals.get(call) ?? 0;
  }

  /** The texts of consecutive known lines. */
  get runs(): readonly Run[] {
    this.joined ??= knownRuns(this.lines, this.current);
    return this.joined;
  }

  /** Takes the text of the file, which is known in one piece, from whoever has joined it. */
  keepRun(run: Run): void {
    this.joined = run.text === '' ? [] : [run];
  }

  /** The last state that does not follow from the one before it. */
  get stage(): Stage {
    return this.stages.at(-1) as Stage;
  }

  /** Nothing has been shown or located yet. */
  get isUntouched(): boolean {
    return this.stages.length === 1 && this.current.length === 0;
  }

  /** The file did not exist before the session, unless more is known. */
  beginWithout(): void {
    const [stage] = this.stages;
    if (stage?.exists === undefined && stage?.lines.length === 0) Object.assign(stage, { exists: false, open: false });
  }

  /** Takes the whole content of an untouched file before the session. */
  beginWith(texts: readonly string[]): void {
    const { stage } = this;
    for (const text of texts) stage.lines.push(this.add(text, -1));
    Object.assign(stage, { open: false, exists: true });
    this.current = [...stage.lines];
    this.joined = undefined;
  }

  /** Begins a state that does not follow from the one before it. */
  begin(stage: Stage): void {
    this.joined = undefined;
    this.stages.push(stage);
    this.current = [...stage.lines];
  }

  /** Marks all lines as removed by a call. */
  removeAll(by: number): void {
    for (const line of this.current) this.markRemoved(line, by);
  }

  markRemoved(line: number, by: number): void {
    (this.lines[line] as FileLine).removedBy = by;
    this.removals.set(by, this.removedBy(by) + 1);
  }

  /** Adds a line that is nowhere yet; returns its number. */
  add(text: string | undefined, writtenBy: number, outside = false): number {
    this.lines.push({ text, noBreak: false, writtenBy, outside, seenBy: undefined, removedBy: undefined });
    return this.lines.length - 1;
  }

  /** Adds unknown lines where the end of the file is open. Returns false where the file is shorter. */
  extendTo(count: number): boolean {
    const { stage } = this;
    if (this.current.length >= count) return true;
    if (!stage.open || count > mostLines) return false;
    while (this.current.length < count) {
      const line = this.add(undefined, stage.by);
      stage.lines.push(line);
      this.current.push(line);
    }
    return true;
  }

  textAt(at: number): string | undefined {
    return this.lines[this.current[at] ?? -1]?.text;
  }

  /** Whether lines have these texts, as far as their own are known. */
  matches(at: number, texts: readonly string[]): boolean {
    return texts.every((text, n) => (this.textAt(at + n) ?? text) === text);
  }

  /** Takes the texts of lines from a call that showed them, or from the log alone. */
  learn(by: number | undefined, at: number, texts: readonly string[]): void {
    for (const [n, text] of texts.entries()) {
      const line = this.lines[this.current[at + n] ?? -1];
      if (line === undefined) continue;
      if (line.text === undefined) this.joined = undefined;
      line.text ??= text;
      if (by !== undefined && line.writtenBy !== by) line.seenBy ??= by;
    }
  }

  /** The end of the file, if known. */
  get end(): number | undefined {
    return this.stage.open ? undefined : this.current.length;
  }

  /** Whether the whole file is known. */
  get isWhole(): boolean {
    return !this.stage.open && this.runs.reduce((known, { count }) => known + count, 0) === this.current.length;
  }

  /** Position of some lines: after the last change, else the first occurrence; where the file is only partly known, the only occurrence. */
  find(texts: readonly string[], cursor: number): number | undefined {
    if (texts.length === 0) return undefined;
    const found = positionsOf(this.lines, this.current, texts);
    if (found.length > 1 && !this.isWhole) return undefined;
    return found.find((at) => at >= cursor) ?? found[0];
  }

  /** Applies a hunk at its position; returns where it ends. */
  change(by: number, start: number, lines: readonly DiffLine[]): number {
    let at = start;
    let [removed, added]: [number, number[]] = [0, []];
    const flush = (): void => {
      if (removed > 0 || added.length > 0) this.splice({ by, at, removed, added });
      at += added.length;
      [removed, added] = [0, []];
    };
    for (const { sign, text, noBreak = false } of lines) {
      if (sign === '-') removed += 1;
      else if (sign === '+') {
        const line = this.add(text, by);
        (this.lines[line] as FileLine).noBreak = noBreak;
        added.push(line);
      } else {
        flush();
        at += 1;
      }
      if (noBreak && sign !== '+') this.markEnd(at + (sign === '-' ? removed : 0) - 1);
    }
    flush();
    return at;
  }

  /** Marks that a line of the original file has no line break after it. */
  private markEnd(at: number): void {
    const line = this.lines[this.current[at] ?? -1];
    if (line !== undefined) line.noBreak = true;
    if (at === this.current.length - 1 && this.stage.splices.length === 0) this.stage.open = false;
  }

  /** Replaces lines by others. */
  splice(splice: Splice): void {
    for (const line of this.current.slice(splice.at, splice.at + splice.removed)) this.markRemoved(line, splice.by);
    this.joined = undefined;
    applySplice(this.current, splice);
    this.stage.splices.push(splice);
  }

  /** Replaces what was believed to be there by what a call showed. */
  overwrite(by: number, at: number, texts: readonly string[]): void {
    if (this.stage.exists === false) this.begin({ by, exists: true, lines: [], open: true, splices: [] });
    this.extendTo(at);
    const window = this.current.slice(at, at + texts.length);
    const known = differences(this.lines, window, texts);
    let offset = at;
    for (const { removed, added } of known) {
      const lines = added.map((text) => this.add(text, by, true));
      if (removed > 0 || lines.length > 0) this.splice({ by, at: offset, removed, added: lines });
      offset += lines.length + 1;
    }
  }
}

/** Maximum number of lines of a file: a larger number in a log is a mistake. */
export const mostLines = 1_000_000;
