import { cellWidth } from './cellWidth.ts';
import type { StyledRun, TerminalLine, TextStyle } from './textStyle.ts';

const tabStop = 8;

/** A line that is written over: one entry a column. The second column of a wide character is empty. */
export class Cells {
  readonly #texts: string[] = [];
  readonly #styles: (TextStyle | undefined)[] = [];

  constructor({ text, runs }: TerminalLine) {
    let from = 0;
    for (const run of runs) {
      this.write(this.width, text.slice(from, run.from), undefined);
      this.write(this.width, text.slice(run.from, run.to), run.style);
      from = run.to;
    }
    this.write(this.width, text.slice(from), undefined);
  }

  get width(): number {
    return this.#texts.length;
  }

  /** Writes over what is there, and gives the column behind it. */
  write(column: number, text: string, style: TextStyle | undefined): number {
    let at = column;
    this.#fill(column);
    for (const character of text) {
      if (character === '\t') {
        at = this.#put(at, ' '.repeat(tabStop - (at % tabStop)).split(''), style);
        continue;
      }
      const width = cellWidth(character);
      if (width === 0 && at > 0) this.#join(at - 1, character);
      else at = this.#put(at, width === 2 ? [character, ''] : [character], style);
    }
    return at;
  }

  /** Clears the columns from `from` up to, and without, `to`. */
  erase(from: number, to: number): void {
    if (to >= this.width) {
      this.#texts.length = Math.min(from, this.width);
      this.#styles.length = this.#texts.length;
      return;
    }
    for (let at = from; at < to; at += 1) this.#set(at, ' ', undefined);
  }

  toLine(): TerminalLine {
    const runs: StyledRun[] = [];
    let text = '';
    for (const [at, cell] of this.#texts.entries()) {
      const style = this.#styles[at];
      const last = runs.at(-1);
      const from = text.length;
      text += cell;
      if (style === undefined || cell === '') continue;
      if (last !== undefined && last.to === from && last.style === style)
        runs[runs.length - 1] = { ...last, to: text.length };
      else runs.push({ from, to: text.length, style });
    }
    return { text, runs };
  }

  #put(column: number, cells: readonly string[], style: TextStyle | undefined): number {
    // Half of a wide character is none: what is left of it becomes a blank.
    if (this.#texts[column] === '' && column > 0) this.#texts[column - 1] = ' ';
    const end = column + cells.length;
    if (this.#texts[end] === '') this.#texts[end] = ' ';
    for (const [by, cell] of cells.entries()) this.#set(column + by, cell, style);
    return end;
  }

  #join(column: number, character: string): void {
    const at = this.#texts[column] === '' && column > 0 ? column - 1 : column;
    this.#texts[at] = (this.#texts[at] ?? '') + character;
  }

  #set(column: number, text: string, style: TextStyle | undefined): void {
    this.#texts[column] = text;
    this.#styles[column] = style;
  }

  #fill(column: number): void {
    for (let at = this.width; at < column; at += 1) this.#set(at, ' ', undefined);
  }
}
