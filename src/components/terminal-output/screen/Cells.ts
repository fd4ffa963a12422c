import type { StyledRun, TerminalLine, TextStyle } from './textStyle.ts';

/** Blocks whose characters take two columns (Hangul, CJK, fullwidth forms, emoji), by first and last code point. */
const wide: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x231a, 0x231b],
  [0x23e9, 0x23ec],
  [0x26a1, 0x26a1],
  [0x2705, 0x2705],
  [0x274c, 0x274c],
  [0x2e80, 0x303e],
  [0x3041, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f900, 0x1f9ff],
  [0x20000, 0x3fffd],
];

const joining = /^(?:\p{Mn}|\p{Me}|\u200d)/u;

/** How many columns of a terminal a character takes: 0 if it combines with the one before, 2 if it is wide, else 1. */
export function cellWidth(character: string): 0 | 1 | 2 {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x300) return 1;
  if (joining.test(character)) return 0;
  return wide.some(([first, last]) => code >= first && code <= last) ? 2 : 1;
}

const tabStop = 8;

/** A line that is overwritten: one entry per column. The second column of a wide character is empty. */
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

  /** Overwrites columns, and returns the column after the text. */
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

  /** Clears the columns from `from` up to, but not including, `to`. */
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
    // Half of an overwritten wide character becomes a blank.
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
