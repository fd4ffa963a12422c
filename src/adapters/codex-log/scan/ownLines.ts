import type { NestedLog } from './createNestedLog.ts';

/** The lines of the session so far, by a number each: an agent may print the log that its own run is writing. */
export interface OwnLines {
  /** Notes the next line of the file. */
  add(text: string): void;
  /** A session begins with this line of the file, 1-based. */
  begin(line: number): void;
  /**
   * Follows what a command printed of this log, from the banner on: it is the session's own log as long as it repeats it
   * line by line, and no longer than up to `end`, the line of the file on which the output begins. `lineAt` gives the
   * lines from the banner on, of which `sure` must agree; undefined where they do not.
   */
  follow(lineAt: (index: number) => string | undefined, sure: number, end: number): NestedLog | undefined;
}

/** So many lines of a session are remembered, four bytes each. */
const MAX_LINES = 1 << 20;
/** So many characters at either end of a line tell it from another one. */
const EDGE = 32;

export function createOwnLines(): OwnLines {
  let marks = new Uint32Array(1024);
  let count = 0;
  /** The line of the file that `marks` begins with. */
  let first = 1;

  const repeats = (index: number, text: string | undefined): boolean =>
    index < count && text !== undefined && marks[index] === markOf(text);

  return {
    add(text) {
      if (count >= MAX_LINES) return;
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

/** A number that two different lines hardly share: of their length and their ends, so that long ones cost no more. */
function markOf(text: string): number {
  let mark = text.length;
  const take = (from: number, to: number): void => {
    for (let at = from; at < to; at += 1) mark = Math.imul(mark ^ text.charCodeAt(at), 0x01000193);
  };
  take(0, Math.min(EDGE, text.length));
  take(Math.max(EDGE, text.length - EDGE), text.length);
  return mark >>> 0;
}
