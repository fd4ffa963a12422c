import { Cells } from './Cells.ts';
import type { StyledRun, TerminalLine, TextStyle } from './textStyle.ts';

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

interface Place {
  readonly row: number;
  readonly column: number;
}

/**
 * What a terminal shows. Text at the end of a row is simply appended; a row becomes cells once something overwrites it. Clearing the screen
 * loses nothing: a new screen begins below.
 */
export class Screen {
  readonly #rows: Row[] = [{ text: '', runs: [] }];
  #row = 0;
  /** Absent if the cursor is after the end of the row. */
  #column: number | undefined;
  #top: number | undefined;
  #saved: Place = { row: 0, column: 0 };
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
    const { row, column } = this.#place();
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
  toPlace(row: number, column: number): void {
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
    if (this.#work > 0) this.#saved = this.#place();
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

  #place(): Place {
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
