/** Lines waiting to be read, so that some can be looked at ahead. */
export interface LineQueue<Line> {
  push(line: Line): void;
  /** The line `index` positions ahead; undefined if it has not arrived yet. */
  at(index: number): Line | undefined;
  shift(): void;
  /** Replaces the first line by another one. */
  replaceFirst(line: Line): void;
  readonly length: number;
}

/** Number of consumed lines kept before the array is shortened: few, so that they are freed while young. */
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
