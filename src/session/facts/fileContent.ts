import type { ChangeHunk } from './fileChanges.ts';
import { changedLines, type DiffLine, noBreakMark, numberLines } from './lineDiff.ts';
import { slideChanges } from './slideChanges.ts';

/** A line of a file, from when it was written until it was removed. Its text may become known late, or never. */
interface FileLine {
  text: string | undefined;
  /** The last line of a file, without a line break behind it. */
  noBreak: boolean;
  /** The call that wrote it; -1 for what stood there before the session. */
  readonly writtenBy: number;
  /** Nothing in the log wrote it: `writtenBy` is the call that showed it. */
  readonly outside: boolean;
  /** The first call that showed it, where another wrote it. */
  seenBy: number | undefined;
  removedBy: number | undefined;
}

/** The lines of a file at a moment, as positions in {@link FileContent.lines}. */
export interface FileState {
  /** Undefined where the log does not say whether there was a file. */
  readonly exists: boolean | undefined;
  readonly lines: readonly number[];
  /** More lines may follow: where the file ends is not known. */
  readonly open: boolean;
}

/** Lines that take the place of others at one call. */
interface Splice {
  readonly by: number;
  readonly at: number;
  readonly removed: number;
  readonly added: readonly number[];
}

/** A state that does not come out of the one before it by splices, and the splices after it. */
interface Stage {
  readonly by: number;
  exists: boolean | undefined;
  readonly lines: number[];
  open: boolean;
  readonly splices: Splice[];
  /** The state after every so many splices; made when first asked for. */
  checkpoints?: readonly (readonly number[])[] | undefined;
}

/** What a call did to a file whose content was not known well enough to say where. */
export interface LooseChange {
  readonly by: number;
  readonly hunk: ChangeHunk;
  /** The texts of an edit, where it named texts and no lines. */
  readonly texts?: TextReplacement;
}

export interface TextReplacement {
  readonly before: string;
  readonly after: string;
  /** Wherever it stands, not only once. */
  readonly all?: boolean;
}

/** Lines that a call showed. */
export interface ShownLines {
  /** 1-based. */
  readonly first: number;
  readonly lines: readonly string[];
  /** How many lines the file has, where that is known. */
  readonly total?: number;
  /** Empty lines at the end may have been left out. */
  readonly isTrimmed?: boolean;
}

/** Splices between two states that are kept. */
const perCheckpoint = 16;

/**
 * What a log tells of the lines of one file: tell it what calls showed and changed, in their order. What a call shows is also
 * known of all earlier states in which the line stood, back to what stood there before the session.
 */
export class FileContent {
  readonly lines: FileLine[] = [];
  /** Changes whose place is not known, in their order. */
  readonly loose: LooseChange[] = [];
  private readonly stages: Stage[] = [{ by: -1, exists: undefined, lines: [], open: true, splices: [] }];
  private now: number[] = [];
  private ids: Int32Array | undefined;

  /** The file as it was before the session, as far as the whole log tells it. */
  get base(): FileState {
    return this.stages[0] as Stage;
  }

  /** The file after a call, and after all before it. */
  stateAt(call: number): FileState {
    const stage = this.stages.findLast(({ by }) => by <= call) ?? (this.stages[0] as Stage);
    const count = countSplices(stage.splices, call);
    if (count === 0) return stage;
    stage.checkpoints ??= checkpointsOf(stage);
    const lines = [...(stage.checkpoints[Math.floor(count / perCheckpoint)] ?? stage.lines)];
    for (let n = count - (count % perCheckpoint); n < count; n += 1) applySplice(lines, stage.splices[n] as Splice);
    return { exists: stage.exists, open: stage.open, lines };
  }

  /** Numbers for lines, equal where their texts are; a line whose text is not known is equal to itself alone. */
  numbersOf(lines: readonly number[]): Int32Array {
    this.ids ??= this.numberAll();
    const { ids } = this;
    return Int32Array.from(lines, (line) => ids[line] as number);
  }

  private numberAll(): Int32Array {
    const known = new Map<string, number>();
    return Int32Array.from(this.lines, ({ text, noBreak }, at) => {
      if (text === undefined) return -1 - at;
      const [number] = numberLines([noBreak ? `${text}\n${noBreakMark}` : text], known);
      return number as number;
    });
  }

  /** A call showed lines. Says whether they are not what the calls before it had left. */
  show(by: number, { first, lines, total: shown, isTrimmed = false }: ShownLines): boolean {
    this.forget();
    const stage = this.stage;
    const isShorter = isTrimmed && shown !== undefined && shown < this.now.length;
    const rest = isShorter ? this.now.slice(shown) : [];
    const total = isShorter && rest.every((line) => this.lines[line]?.text === '') ? this.now.length : shown;
    const isWhole = first === 1 && total === lines.length;
    if (isWhole && this.replayLoose(by, lines)) return false;
    const reached = first - 1 + lines.length;
    const fits =
      stage.exists !== false &&
      (total === undefined || (stage.open ? this.now.length <= total : this.now.length === total)) &&
      (stage.open || this.now.length >= reached) &&
      this.extendTo(Math.max(reached, total ?? 0)) &&
      this.matches(first - 1, lines);
    if (fits) {
      if (total !== undefined) stage.open = false;
      stage.exists = true;
      this.learn(by, first - 1, lines);
      return false;
    }
    if (isWhole) this.align(by, lines, { outside: true });
    else this.overwrite(by, first - 1, lines);
    return true;
  }

  /** A call put a whole content there. `created` says that there was no file, `hunks` what it changed, where the log has them. */
  write(by: number, content: string, { created, hunks }: { created: boolean; hunks?: readonly ChangeHunk[] }): void {
    this.forget();
    if (created) this.beginWithout();
    if (hunks !== undefined && hunks.length > 0 && !created) this.patch(by, hunks);
    const lines = content === '' ? [] : content.replace(/\n$/, '').split(/\r\n|\n|\r/);
    this.align(by, lines, { outside: false });
    const last = this.lines[this.now.at(-1) ?? -1];
    if (last?.writtenBy === by && content !== '') last.noBreak = !content.endsWith('\n');
  }

  /** A call put a content of so many lines there, of which only some are in the log. */
  writeParts(by: number, total: number, parts: readonly ShownLines[]): void {
    this.forget();
    const lines = Array.from({ length: Math.min(total, mostLines) }, () => this.add(undefined, by));
    for (const { first, lines: texts } of parts) {
      for (const [n, text] of texts.entries()) {
        const line = this.lines[lines[first - 1 + n] ?? -1];
        if (line !== undefined) line.text = text;
      }
    }
    this.removeAll(by);
    this.begin({ by, exists: true, lines, open: false, splices: [] });
  }

  /** There was no file before the session, unless something tells of one. */
  beginWithout(): void {
    const stage = this.stages[0] as Stage;
    if (stage.exists === undefined && stage.lines.length === 0) Object.assign(stage, { exists: false, open: false });
  }

  /** A call changed lines. Says whether it found others than the calls before it had left. */
  patch(by: number, hunks: readonly ChangeHunk[]): boolean {
    this.forget();
    let cursor = 0;
    let outside = false;
    for (const hunk of hunks) {
      const { lines } = hunk;
      const old = lines.filter(({ sign }) => sign !== '+').map(({ text }) => text);
      const found = this.placeOf(hunk, old, cursor);
      if (found === undefined) {
        this.loose.push({ by, hunk });
        continue;
      }
      if (found.outside) {
        this.overwrite(by, found.at, old);
        outside = true;
      }
      this.learn(by, found.at, old);
      cursor = this.change(by, found.at, lines);
    }
    this.stage.exists = true;
    return outside;
  }

  /** A call put texts in place of others; `hunks` are the same changes as lines, one for each or as the log has them. */
  replace(by: number, replacements: readonly TextReplacement[], hunks: readonly ChangeHunk[]): void {
    this.forget();
    for (const [n, texts] of replacements.entries()) {
      if (!this.replaceText(by, texts)) this.loose.push({ by, texts, hunk: hunks[n] ?? { lines: [] } });
    }
    this.stage.exists = true;
    for (const line of hunks.flatMap(({ lines }) => lines)) if (line.noBreak === true) this.learnEnd(by, line);
  }

  /** Takes from a patch what texts do not tell: that there is no line break behind the last line. */
  private learnEnd(by: number, { sign, text }: DiffLine): void {
    if (sign !== '-') {
      const last = this.lines[this.now.at(-1) ?? -1];
      if (last?.text === text) last.noBreak = true;
      return;
    }
    const gone = this.lines.find((line) => line.removedBy === by && line.text === text);
    if (gone !== undefined) gone.noBreak = true;
    const at = gone === undefined ? this.now.findLastIndex((line) => this.lines[line]?.text === text) : -1;
    const kept = this.lines[this.now[at] ?? -1];
    if (kept === undefined) return;
    // The same text with a line break is another line.
    kept.noBreak = true;
    this.splice({ by, at, removed: 1, added: [this.add(text, by)] });
  }

  /** Whether enough is known to say where a text stands that is to be replaced. */
  canReplace({ before, all = false }: TextReplacement): boolean {
    if (before === '' || (all && !this.isWhole)) return false;
    return this.knownRuns().some((run) => run.text.includes(before));
  }

  /** Whether a line that is known begins with a tab. */
  get hasTabs(): boolean {
    return this.lines.some(({ text }) => text?.startsWith('\t'));
  }

  /** A call changed the file, and the log does not say how. */
  changeUnknown(by: number): void {
    this.removeAll(by);
    this.begin({ by, exists: true, lines: [], open: true, splices: [] });
  }

  /** A call removed the file. */
  remove(by: number): void {
    const stage = this.stage;
    if (stage.exists === undefined) stage.exists = true;
    this.removeAll(by);
    this.begin({ by, exists: false, lines: [], open: false, splices: [] });
  }

  private get stage(): Stage {
    return this.stages.at(-1) as Stage;
  }

  /** Forgets what was made of the lines so far: a call tells more of them. */
  private forget(): void {
    this.ids = undefined;
    this.stage.checkpoints = undefined;
  }

  private begin(stage: Stage): void {
    this.stages.push(stage);
    this.now = [...stage.lines];
  }

  private removeAll(by: number): void {
    for (const line of this.now) (this.lines[line] as FileLine).removedBy = by;
  }

  private add(text: string | undefined, writtenBy: number, outside = false): number {
    this.lines.push({ text, noBreak: false, writtenBy, outside, seenBy: undefined, removedBy: undefined });
    return this.lines.length - 1;
  }

  /** Makes room for lines that are not known yet, where the end of the file is open. False where the file is shorter. */
  private extendTo(count: number): boolean {
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

  private textAt(at: number): string | undefined {
    return this.lines[this.now[at] ?? -1]?.text;
  }

  private matches(at: number, texts: readonly string[]): boolean {
    return texts.every((text, n) => (this.textAt(at + n) ?? text) === text);
  }

  private learn(by: number, at: number, texts: readonly string[]): void {
    for (const [n, text] of texts.entries()) {
      const line = this.lines[this.now[at + n] ?? -1];
      if (line === undefined) continue;
      line.text ??= text;
      if (line.writtenBy !== by) line.seenBy ??= by;
    }
  }

  /** Where a hunk stands: at the lines that it names, else where its old lines stand. */
  private placeOf(
    { newStart, lines }: ChangeHunk,
    old: readonly string[],
    cursor: number,
  ): { readonly at: number; readonly outside: boolean } | undefined {
    if (newStart !== undefined) {
      const isGone = lines.every(({ sign }) => sign === '-');
      const at = Math.max(0, isGone ? newStart : newStart - 1);
      const fits = this.extendTo(at + old.length);
      if (fits && this.matches(at, old)) return { at, outside: false };
      const elsewhere = this.find(old, cursor);
      if (elsewhere !== undefined) return { at: elsewhere, outside: false };
      return fits ? { at, outside: true } : undefined;
    }
    const at = old.length === 0 ? this.end : this.find(old, cursor);
    return at === undefined ? undefined : { at, outside: false };
  }

  /** The end of the file, where it is known. */
  private get end(): number | undefined {
    return this.stage.open ? undefined : this.now.length;
  }

  private get isWhole(): boolean {
    return !this.stage.open && this.now.every((line) => this.lines[line]?.text !== undefined);
  }

  /** Where lines stand: behind the last change, else the first place; where not all of the file is known, the only one. */
  private find(texts: readonly string[], cursor: number): number | undefined {
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

  /** Carries out a hunk at its place; gives where it ends. */
  private change(by: number, start: number, lines: readonly DiffLine[]): number {
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

  /** A line of the file as it was has no line break behind it. */
  private markEnd(at: number): void {
    const line = this.lines[this.now[at] ?? -1];
    if (line !== undefined) line.noBreak = true;
    if (at === this.now.length - 1 && this.stage.splices.length === 0) this.stage.open = false;
  }

  private splice(splice: Splice): void {
    for (const line of this.now.slice(splice.at, splice.at + splice.removed)) {
      (this.lines[line] as FileLine).removedBy = splice.by;
    }
    applySplice(this.now, splice);
    this.stage.splices.push(splice);
  }

  /** Puts what a call showed in place of what was believed to stand there. */
  private overwrite(by: number, at: number, texts: readonly string[]): void {
    if (this.stage.exists === false) this.begin({ by, exists: true, lines: [], open: true, splices: [] });
    this.extendTo(at);
    const window = this.now.slice(at, at + texts.length);
    const known = this.compare(window, texts);
    let place = at;
    for (const { removed, added } of known) {
      const lines = added.map((text) => this.add(text, by, true));
      if (removed > 0 || lines.length > 0) this.splice({ by, at: place, removed, added: lines });
      place += lines.length + 1;
    }
  }

  /** The differences between lines and texts, each with the unchanged line behind it. */
  private compare(lines: readonly number[], texts: readonly string[]): { removed: number; added: string[] }[] {
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

  private changes(lines: readonly number[], texts: readonly string[]): { old: Uint8Array; now: Uint8Array } {
    const known = new Map<string, number>();
    const before = Int32Array.from(lines, (line) => {
      const text = this.lines[line]?.text;
      return text === undefined ? -1 - line : (numberLines([text], known)[0] as number);
    });
    const after = numberLines(texts, known);
    const names = [...known.keys()];
    const changed = changedLines(before, after);
    slideChanges(before, after, changed, (number) => names[number] ?? '');
    return { old: changed.removed, now: changed.added };
  }

  /** Takes a whole content for the file: lines that stay are the same ones, the others are written by the call. */
  private align(by: number, texts: readonly string[], { outside }: { outside: boolean }): void {
    const { old, now } = this.changes(this.now, texts);
    const kept = this.now.filter((line, at) => {
      if (old[at] === 1) (this.lines[line] as FileLine).removedBy = by;
      return old[at] !== 1;
    });
    const written = this.looseLines();
    let next = 0;
    const lines = texts.map((text, at) => {
      if (now[at] === 1) {
        const earlier = outside ? written.get(text) : undefined;
        return this.add(text, earlier ?? by, outside && earlier === undefined);
      }
      next += 1;
      return kept[next - 1] as number;
    });
    this.begin({ by, exists: true, lines, open: false, splices: [] });
    this.loose.length = 0;
  }

  /** Which call wrote which text at a place that was not known. */
  private looseLines(): ReadonlyMap<string, number> {
    return new Map(
      this.loose.flatMap(({ by, hunk }) =>
        hunk.lines.flatMap(({ sign, text }): [string, number][] => (sign === '+' ? [[text, by]] : [])),
      ),
    );
  }

  private replaceText(by: number, { before, after, all = false }: TextReplacement): boolean {
    if (before === '') return false;
    const runs = this.knownRuns();
    const found = runs.flatMap((run) => occurrences(run, before));
    if (found.length === 0 || (found.length > 1 && !all && !this.isWhole)) return false;
    // From the last to the first, so that the places before them stay what they are.
    for (const place of (all ? found : found.slice(0, 1)).reverse()) {
      const { at, count, texts } = rewritten(place, before, after);
      const old = this.now.slice(at, at + count);
      let offset = at;
      for (const { removed, added } of this.compare(old, texts)) {
        if (removed > 0 || added.length > 0)
          this.splice({ by, at: offset, removed, added: added.map((text) => this.add(text, by)) });
        offset += added.length + 1;
      }
    }
    return true;
  }

  /** The texts of lines that stand together and are known. */
  private knownRuns(): Run[] {
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

  /**
   * Where nothing but changes without a place was known of a file, and now it is seen whole: takes them back one by one, which gives
   * what stood there before, and carries them out again at their places. False where one of them is not found.
   */
  private replayLoose(by: number, lines: readonly string[]): boolean {
    const { stage, loose } = this;
    if (loose.length === 0 || this.stages.length > 1 || this.now.length > 0) return false;
    let text = lines.map((line) => `${line}\n`).join('');
    for (const change of [...loose].reverse()) {
      const { before, after } = change.texts ?? textsOf(change.hunk);
      if (after === '' || text.split(after, 3).length !== 2) return false;
      text = text.split(after).join(before);
    }
    for (const line of text.replace(/\n$/, '').split('\n')) stage.lines.push(this.add(line, -1));
    Object.assign(stage, { open: false, exists: true });
    this.now = [...stage.lines];
    const changes = loose.splice(0);
    for (const { by: writer, hunk, texts } of changes) {
      if (texts === undefined) this.patch(writer, [hunk]);
      else this.replace(writer, [texts], [hunk]);
    }
    this.learn(by, 0, lines);
    return true;
  }
}

/** No log shows files of more lines: a number beyond it is a mistake. */
const mostLines = 1_000_000;

function isEqual(text: string, other: string | undefined): boolean {
  return text === other;
}

function isEqualButEnds(text: string, other: string | undefined): boolean {
  return other !== undefined && text.trimEnd() === other.trimEnd();
}

interface Run {
  /** The line at which it begins, 0-based. */
  readonly first: number;
  /** Its lines, each with a line break behind it. */
  readonly text: string;
}

interface Occurrence {
  readonly run: Run;
  readonly from: number;
}

function occurrences(run: Run, text: string): Occurrence[] {
  const found: Occurrence[] = [];
  for (let from = run.text.indexOf(text); from !== -1; from = run.text.indexOf(text, from + text.length)) {
    found.push({ run, from });
  }
  return found;
}

/** The lines that a replacement takes in, and what they become. */
function rewritten(
  { run, from }: Occurrence,
  before: string,
  after: string,
): { at: number; count: number; texts: readonly string[] } {
  const start = run.text.lastIndexOf('\n', from - 1) + 1;
  const to = from + before.length;
  // What ends within a line takes that line in; so does what leaves no line break before the next one.
  const isLineEnd = run.text[to - 1] === '\n' && (after === '' || after.endsWith('\n'));
  const end = isLineEnd ? to : Math.max(to, run.text.indexOf('\n', to) + 1);
  const text = run.text.slice(start, from) + after + run.text.slice(to, end);
  return {
    at: run.first + countBreaks(run.text, 0, start),
    count: countBreaks(run.text, start, end),
    texts: text === '' ? [] : text.replace(/\n$/, '').split('\n'),
  };
}

function countBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** What a hunk replaces, and by what, as whole lines. */
function textsOf({ lines }: ChangeHunk): { before: string; after: string } {
  const side = (without: '+' | '-'): string =>
    lines.flatMap(({ sign, text }) => (sign === without ? [] : [`${text}\n`])).join('');
  return { before: side('+'), after: side('-') };
}

function applySplice(lines: number[], { at, removed, added }: Splice): void {
  if (added.length < 10_000) lines.splice(at, removed, ...added);
  else {
    const rest = lines.splice(at).slice(removed);
    for (const line of added) lines.push(line);
    for (const line of rest) lines.push(line);
  }
}

function countSplices(splices: readonly Splice[], call: number): number {
  let [low, high] = [0, splices.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((splices[middle] as Splice).by <= call) low = middle + 1;
    else high = middle;
  }
  return low;
}

function checkpointsOf({ lines, splices }: Stage): number[][] {
  const now = [...lines];
  const checkpoints = [[...now]];
  for (const [n, splice] of splices.entries()) {
    applySplice(now, splice);
    if ((n + 1) % perCheckpoint === 0) checkpoints.push([...now]);
  }
  return checkpoints;
}
