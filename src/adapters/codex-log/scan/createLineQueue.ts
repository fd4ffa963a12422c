/** Lines that wait to be read, so that some can be looked at ahead. */
export interface LineQueue<Line> {
  push(line: Line): void;
  /** The line that is `index` places ahead; undefined where none has come yet. */
  at(index: number): Line | undefined;
  shift(): void;
  /** Puts another line in the place of the first one. */
  replaceFirst(line: Line): void;
  readonly length: number;
}

/** So many read lines are kept before the array is made shorter: few, so that they are forgotten while they are young. */
const SLACK = 256;

export function createLineQueue<Line>(): LineQueue<Line> {
  let lines: Line[] = [];
  let head = 0;
  return {
    push(line) {
      lines.push(line);
    },
    at: (index) => lines[head + index],
    shift() {
      head += 1;
      if (head < SLACK) return;
      lines = lines.slice(head);
      head = 0;
    },
    replaceFirst(line) {
      lines[head] = line;
    },
    get length() {
      return lines.length - head;
    },
  };
}
