import type { OpenCalls } from './openCalls.ts';

/** A log inside an output or a text: the agent reads the log of another run, whose lines look like those of the outer log. */
export interface NestedLog {
  /** Called with each next line; `line` is its number in the surrounding text, from 0. */
  see(line: number, found: { text: string; banner: boolean; tokens: boolean }): void;
  /** True while the lines cannot be the outer log's. */
  readonly holds: boolean;
  /** True if the inner log may have ended, as far as known: a marker after a blank line then belongs to the outer log. */
  readonly mayEnd: boolean;
}

/** An inner log without a visible end is abandoned after this many lines. */
const MAX_LINES = 5000;

/**
 * Follows an inner log to its end: the number of lines that the command prints at most, or a token count for each banner. `line` is the
 * first line that was recognised; of several commands, any may be the one that shows the log.
 */
export function createNestedLog(line: number, limits: readonly LineLimit[]): NestedLog {
  const ends = limits.map(({ lines, alone }) => (alone ? lines : line + lines));
  const until = greatest(ends);
  // A blank line follows an output, before the marker.
  const stops = new Set(limits.flatMap(({ lines, alone }) => (alone ? [lines + 1] : [])));
  let depth = 1;
  let at = line;
  return {
    see(current, { banner, tokens }) {
      at = current;
      if (banner) depth += 1;
      if (tokens) depth -= 1;
    },
    get holds() {
      return at - line < MAX_LINES && (until === undefined || at < until);
    },
    get mayEnd() {
      return depth <= 0 || stops.has(at);
    },
  };
}

/** Remembers which files contain logs, so that a later reading of part of one is recognised. */
export interface LogFiles {
  /** Follows a log whose banner was found in the current output. */
  enter(line: number, calls: OpenCalls): NestedLog;
  /** Follows the current output from its start if it shows a known log; undefined if not. */
  reenter(calls: OpenCalls): NestedLog | undefined;
}

export function createLogFiles(): LogFiles {
  const certain = new Set<string>();
  /** Files of commands that ran together, one of which shows a log. */
  const possible = new Set<string>();
  return {
    enter(line, { batch }) {
      const names = batch.length === 1 ? certain : possible;
      for (const script of batch) for (const name of readFileNames(script)) names.add(name);
      return createNestedLog(
        line,
        batch.flatMap((script) => readLineLimit(script) ?? []),
      );
    },
    reenter(calls) {
      // Few sessions read logs; in the others no script is parsed for it.
      if (certain.size + possible.size === 0) return undefined;
      const { current } = calls;
      if (current === undefined) return undefined;
      const limit = readLineLimit(current);
      if (limit?.alone !== true) return undefined;
      const files = readFileNames(current);
      // The end of a file has as many lines as requested; other parts may have fewer, and markers then follow early.
      const known = files.some((name) => certain.has(name) || (possible.has(name) && /\btail\b/.test(current)));
      return known ? createNestedLog(0, [limit]) : undefined;
    },
  };
}

/** Maximum number of lines that a script prints of the files it reads. */
interface LineLimit {
  lines: number;
  /** False if the script does more than that one reading: other lines then come before or after. */
  alone: boolean;
}

// Each matches a partial reading of a file: `sed -n '1,200p'`, `head -n 20`, `tail -40`, PowerShell's `-First 20`.
const rangePattern = /\bsed -n ["']?(\d{1,7}),(\d{1,7})p/g;
const countPattern = /(?:\b(?:head|tail) (?:-n ?|--lines=|-)|-(?:TotalCount|First|Tail|Last) )(\d{1,7})\b/gi;

/** The limit that a script sets on its own output; undefined if it sets none. */
export function readLineLimit(script: string): LineLimit | undefined {
  const counts = [
    ...[...script.matchAll(rangePattern)].map(([, from, to]) => Number(to) - Number(from) + 1),
    ...[...script.matchAll(countPattern)].map(([, count]) => Number(count)),
  ].filter((count) => count > 0);
  const lines = greatest(counts);
  if (lines === undefined) return undefined;
  return { lines, alone: counts.length === 1 && !/[;\n&]|\bdo\b/.test(script) };
}

/** Not by `Math.max(...)`: a script may hold more numbers than a call takes arguments. */
function greatest(numbers: readonly number[]): number | undefined {
  return numbers.reduce<number | undefined>(
    (most, each) => (most === undefined || each > most ? each : most),
    undefined,
  );
}

/** Words in a script that look like file names. */
export function readFileNames(script: string): string[] {
  return script.split(/[^\w./\\~@+-]/).filter((word) => /\.\w{1,12}$/.test(word));
}

/** The lines of the session so far, as one number each, because an agent may print the log that its own run is writing. */
interface OwnLines {
  /** Notes the next line of the file. */
  add(text: string): void;
  /** Called when a session begins at this line of the file, 1-based. */
  begin(line: number): void;
  /**
   * Follows a command's output of this log, from the banner on: it is the session's own log as long as it repeats it line by line, and up
   * to `end` at most, the line of the file at which the output begins. `lineAt` returns the lines from the banner on, of which `sure` must
   * match; undefined if they do not.
   */
  follow(lineAt: (index: number) => string | undefined, sure: number, end: number): NestedLog | undefined;
}

/** Number of lines of a session remembered, four bytes each. */
const MAX_OWN_LINES = 1 << 20;
/** Number of characters at either end that identify a line. */
const EDGE = 12;

export function createOwnLines(): OwnLines {
  let marks = new Uint32Array(1024);
  let count = 0;
  /** The line of the file that `marks` begins with. */
  let first = 1;

  const repeats = (index: number, text: string | undefined): boolean =>
    index < count && text !== undefined && marks[index] === markOf(text);

  return {
    add(text) {
      if (count >= MAX_OWN_LINES) return;
      if (count === marks.length) {
        const longer = new Uint32Array(count * 2);
        longer.set(marks);
        marks = longer;
      }
      marks[count] = markOf(text);
      count += 1;
    },
    begin(line) {
      const passed = Math.min(line - first, count);
      marks.copyWithin(0, passed, count);
      count -= passed;
      first = line;
    },
    follow(lineAt, sure, end) {
      for (let index = 0; index < sure; index += 1) if (!repeats(index, lineAt(index))) return undefined;
      let next = 1;
      let holds = true;
      return {
        see(_, { text }) {
          holds &&= first + next < end && repeats(next, text);
          next += 1;
        },
        get holds() {
          return holds;
        },
        mayEnd: false,
      };
    },
  };
}

/** A number that differs for nearly all different lines: computed from their length and their ends, so that long ones cost no more. */
function markOf(text: string): number {
  const { length } = text;
  let mark = length;
  for (let at = 0; at < length; at = at === EDGE - 1 ? Math.max(EDGE, length - EDGE) : at + 1)
    mark = Math.imul(mark ^ text.charCodeAt(at), 0x01000193);
  return mark >>> 0;
}
