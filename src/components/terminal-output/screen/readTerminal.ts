import { type CODE, parser, tokenizer } from '@ansi-tools/parser';
import { safeUrl } from '../../shared/SafeLink.tsx';
import { Cells } from './Cells.ts';
import { applySgr, type StyledRun, type TerminalLine, type TextStyle } from './textStyle.ts';

/** How many rows up a program may overwrite its output: the height of a large terminal. */
const tallest = 100;
/** The cursor never moves beyond this column. */
const widest = 1000;
/** Work allowed for moving the cursor, per character of the text. Once it is used up, the cursor no longer moves. */
const workPerCharacter = 16;

interface Row {
  text: string;
  runs: StyledRun[];
  cells?: Cells;
}

interface CursorCell {
  readonly row: number;
  readonly column: number;
}

/**
 * What a terminal shows. Text at the end of a row is simply appended; a row becomes cells once something overwrites it. Clearing the screen
 * loses nothing: a new screen begins below.
 */
class Screen {
  readonly #rows: Row[] = [{ text: '', runs: [] }];
  #row = 0;
  /** Absent if the cursor is after the end of the row. */
  #column: number | undefined;
  #top: number | undefined;
  #saved: CursorCell = { row: 0, column: 0 };
  #work: number;

  constructor(length: number) {
    this.#work = length * workPerCharacter;
  }

  lines(): TerminalLine[] {
    const lines = this.#rows.map(({ text, runs, cells }) => cells?.toLine() ?? { text, runs });
    if (lines.at(-1)?.text === '') lines.pop();
    return lines;
  }

  write(text: string, style: TextStyle | undefined): void {
    const row = this.#current();
    if (row.cells === undefined && this.#column === undefined) {
      const from = row.text.length;
      row.text += text;
      if (style !== undefined) row.runs.push({ from, to: row.text.length, style });
      return;
    }
    const cells = this.#cells(row);
    this.#column = cells.write(this.#column ?? cells.width, text, style);
  }

  lineFeed(): void {
    this.#go(this.#row + 1);
  }

  carriageReturn(): void {
    if (this.#work <= 0) this.#append();
    else this.toColumn(0);
  }

  toColumn(column: number): void {
    const row = this.#current();
    const to = Math.min(Math.max(column, 0), widest);
    if (this.#work <= 0 || (to === 0 && row.text === '' && row.cells === undefined)) return;
    this.#column = to;
  }

  byColumns(by: number): void {
    if (this.#work <= 0) return;
    const cells = this.#cells(this.#current());
    this.toColumn((this.#column ?? cells.width) + by);
  }

  /** Moves up or down among existing rows. */
  byRows(by: number): void {
    if (this.#work <= 0 || by === 0) return;
    const { row, column } = this.#cursor();
    const highest = Math.max(0, this.#rows.length - tallest);
    this.#row = Math.min(Math.max(row + by, Math.min(highest, row)), this.#rows.length - 1);
    this.#column = column;
  }

  /** Moves to the beginning of a row above or below. */
  toRowStart(by: number): void {
    this.byRows(by);
    this.toColumn(0);
  }

  /** Moves to a position of the screen, 0-based; moving to the upper left corner begins a new screen. */
  moveTo(row: number, column: number): void {
    if (this.#work <= 0) return;
    if (this.#top === undefined || (row <= 0 && column <= 0)) this.clear();
    const to = (this.#top ?? 0) + Math.min(Math.max(row, 0), tallest - 1);
    while (this.#rows.length <= to) this.#rows.push({ text: '', runs: [] });
    this.#row = to;
    this.toColumn(column);
  }

  /** Begins a new screen below the old one. */
  clear(): void {
    this.#append();
    this.#top = this.#row;
  }

  eraseInLine(mode: number): void {
    const row = this.#current();
    if (this.#work <= 0 || (mode === 0 && this.#column === undefined)) return;
    const cells = this.#cells(row);
    const column = this.#column ?? cells.width;
    this.#work -= cells.width;
    if (mode === 0) cells.erase(column, cells.width);
    if (mode === 1) cells.erase(0, column + 1);
    if (mode === 2) cells.erase(0, cells.width);
    this.#column = column;
  }

  eraseBelow(): void {
    if (this.#work <= 0) return;
    this.eraseInLine(0);
    this.#rows.length = this.#row + 1;
  }

  save(): void {
    if (this.#work > 0) this.#saved = this.#cursor();
  }

  restore(): void {
    if (this.#work <= 0) return;
    this.#row = Math.min(this.#saved.row, this.#rows.length - 1);
    this.#column = this.#saved.column;
  }

  #current(): Row {
    const row = this.#rows[this.#row];
    if (row === undefined) throw new Error('The cursor stands on no row.');
    return row;
  }

  #cursor(): CursorCell {
    const column = this.#column ?? this.#cells(this.#current()).width;
    return { row: this.#row, column };
  }

  #cells(row: Row): Cells {
    if (row.cells === undefined) {
      this.#work -= row.text.length + 1;
      row.cells = new Cells(row);
    }
    return row.cells;
  }

  #go(row: number): void {
    this.#row = row;
    this.#column = undefined;
    if (row === this.#rows.length) this.#rows.push({ text: '', runs: [] });
    const { text, cells } = this.#current();
    if (text !== '' || cells !== undefined) this.#column = 0;
  }

  /** Moves to an empty row at the end. */
  #append(): void {
    const last = this.#rows.at(-1);
    if (last === undefined || last.text !== '' || (last.cells?.width ?? 0) > 0) this.#rows.push({ text: '', runs: [] });
    this.#row = this.#rows.length - 1;
    this.#column = undefined;
  }
}

/** Returns a parameter as a number; 0 if it is omitted. */
type Given = (at: number) => number;

const times = (given: Given): number => Math.max(1, given(0));

const cursorMoves: ReadonlyMap<string, (screen: Screen, given: Given) => void> = new Map([
  ['A', (screen, given) => screen.byRows(-times(given))],
  ['B', (screen, given) => screen.byRows(times(given))],
  ['C', (screen, given) => screen.byColumns(times(given))],
  ['D', (screen, given) => screen.byColumns(-times(given))],
  ['E', (screen, given) => screen.toRowStart(times(given))],
  ['F', (screen, given) => screen.toRowStart(-times(given))],
  ['G', (screen, given) => screen.toColumn(given(0) - 1)],
  ['H', (screen, given) => screen.moveTo(given(0) - 1, given(1) - 1)],
  ['f', (screen, given) => screen.moveTo(given(0) - 1, given(1) - 1)],
  ['J', (screen, given) => (given(0) === 0 ? screen.eraseBelow() : screen.clear())],
  ['K', (screen, given) => screen.eraseInLine(given(0))],
  ['s', (screen) => screen.save()],
  ['u', (screen) => screen.restore()],
] satisfies [string, (screen: Screen, given: Given) => void][]);

/** Carries out a control sequence (`CSI … command`) on cursor and screen; unknown ones do nothing. */
function moveCursor(screen: Screen, command: string, params: readonly string[]): void {
  cursorMoves.get(command)?.(screen, (at) => Number.parseInt(params[at] ?? '', 10) || 0);
}

type Sequence = Exclude<CODE, { type: 'TEXT' }>;

/** A line is parsed only if it has one of these: carriage return, backspace, escape and its 8-bit forms. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const controls = /[\u0008\u000d\u001b\u0090\u0098\u009b-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const moves = /[\u0008\u000d]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const ended = /(?:[\u0007\u009c]|\u001b\\)$/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const introducer = /^(?:\u001b.|[\u0080-\u009f])/;

/** Lines read per step. A usual line takes some microseconds, so a step takes a few milliseconds. */
const linesAtOnce = 500;

/** Reads one text. Every line ends its open sequence, so that a truncated one affects only its own line. */
class TerminalReader {
  readonly #screen: Screen;
  readonly #styles = new Map<string, TextStyle>();
  /** Caches the style that each sequence makes of each style: a text repeats a few of them many times. */
  readonly #changes = new Map<TextStyle | undefined, Map<string, TextStyle | undefined>>();
  #style: TextStyle | undefined;

  constructor(length: number) {
    this.#screen = new Screen(length);
  }

  *read(text: string): Generator<undefined, TerminalLine[]> {
    for (const [at, line] of text.split('\n').entries()) {
      if (at > 0) this.#screen.lineFeed();
      if (at % linesAtOnce === linesAtOnce - 1) yield;
      const whole = line.endsWith('\r') ? line.slice(0, -1) : line;
      if (controls.test(whole)) for (const code of parser(tokenizer(whole))) this.#take(code);
      else if (whole !== '') this.#screen.write(whole, this.#style);
    }
    return this.#screen.lines();
  }

  #take(code: CODE): void {
    if (code.type === 'TEXT') this.#print(code.raw);
    else if (code.type === 'CSI') this.#control(code);
    else if (code.type === 'OSC' || code.type === 'DCS' || code.type === 'STRING') this.#string(code);
    else if (code.type === 'ESC') this.#escape(code.command);
    else if (code.type === 'DEC' && code.params.some((param) => param === '1049' || param === '47'))
      this.#screen.clear();
  }

  #print(text: string): void {
    let from = 0;
    for (const { 0: move, index } of text.matchAll(moves)) {
      if (index > from) this.#screen.write(text.slice(from, index), this.#style);
      if (move === '\r') this.#screen.carriageReturn();
      else this.#screen.byColumns(-1);
      from = index + 1;
    }
    if (from < text.length) this.#screen.write(text.slice(from), this.#style);
  }

  #control(sequence: Sequence): void {
    if (sequence.command === 'm') this.#dress(sequence);
    else moveCursor(this.#screen, sequence.command, sequence.params);
  }

  #dress({ raw, params, parameterGroups }: Sequence): void {
    const changes = this.#changes.get(this.#style) ?? new Map<string, TextStyle | undefined>();
    this.#changes.set(this.#style, changes);
    if (!changes.has(raw)) {
      const style = applySgr(this.#style ?? {}, parameterGroups ?? params.map((param) => [param]));
      changes.set(raw, this.#known(style));
    }
    this.#style = changes.get(raw);
  }

  #escape(command: string): void {
    if (command === '7') this.#screen.save();
    if (command === '8') this.#screen.restore();
    if (command === 'c') {
      this.#style = undefined;
      this.#screen.clear();
    }
  }

  /** Of the strings addressed to the terminal itself, only hyperlinks are used. A string without an end is printed as text. */
  #string({ type, command, params, raw }: Sequence): void {
    if (!ended.test(raw)) this.#print(raw.replace(introducer, ''));
    else if (type === 'OSC' && command === '8') {
      const { link: _, ...style } = this.#style ?? {};
      const link = safeUrl(params.slice(1).join(';'))?.href;
      this.#style = this.#known(link === undefined ? style : { ...style, link });
    }
  }

  /** Returns the same object for equal styles, so that they can be compared by identity; undefined for an empty style. */
  #known(style: TextStyle): TextStyle | undefined {
    const key = JSON.stringify(style, Object.keys(style).sort().concat('kind', 'index', 'rgb'));
    if (key === '{}') return undefined;
    const known = this.#styles.get(key) ?? style;
    this.#styles.set(key, known);
    return known;
  }
}

/** Reads like {@link readTerminal}, but yields every few milliseconds, so that the page stays responsive. */
export function readTerminalInSteps(text: string): Generator<undefined, TerminalLine[]> {
  return new TerminalReader(text.length).read(text);
}

/**
 * What a terminal would show of a text, line by line: colours and styles, carriage returns, backspaces, erased lines, cursor moves, links
 * to http and https. Pure, and linear in the length of any text.
 */
export function readTerminal(text: string): TerminalLine[] {
  if (text === '') return [];
  const steps = readTerminalInSteps(text);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}
