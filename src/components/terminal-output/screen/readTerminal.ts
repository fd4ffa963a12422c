import { parse } from '@ansi-tools/parser';
import { safeUrl } from '../../shared/text/safeUrl.ts';
import { Screen } from './Screen.ts';
import type { TerminalLine, TextStyle } from './textStyle.ts';
import { applySgr } from './textStyle.ts';

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
  ['H', (screen, given) => screen.toPlace(given(0) - 1, given(1) - 1)],
  ['f', (screen, given) => screen.toPlace(given(0) - 1, given(1) - 1)],
  ['J', (screen, given) => (given(0) === 0 ? screen.eraseBelow() : screen.clear())],
  ['K', (screen, given) => screen.eraseInLine(given(0))],
  ['s', (screen) => screen.save()],
  ['u', (screen) => screen.restore()],
] satisfies [string, (screen: Screen, given: Given) => void][]);

/** Carries out a control sequence (`CSI … command`) on cursor and screen; unknown ones do nothing. */
function moveCursor(screen: Screen, command: string, params: readonly string[]): void {
  cursorMoves.get(command)?.(screen, (at) => Number.parseInt(params[at] ?? '', 10) || 0);
}

type Code = ReturnType<typeof parse>[number];
type Sequence = Exclude<Code, { type: 'TEXT' }>;

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
      if (controls.test(whole)) for (const code of parse(whole)) this.#take(code);
      else if (whole !== '') this.#screen.write(whole, this.#style);
    }
    return this.#screen.lines();
  }

  #take(code: Code): void {
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
