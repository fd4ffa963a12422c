/** What a source itself says about an output that it cut. */
export interface SourceNotes {
  /** The output without the line that gives the count. */
  readonly text: string;
  /** The number in `Total output lines: N`. */
  readonly totalLines: number | undefined;
}

const counted = /^Total output lines: (\d{1,12})\r?\n(?:\r?\n)?/;

/** Reads the count that Codex puts above an output that it cut. */
export function sourceNotes(text: string): SourceNotes {
  const found = counted.exec(text);
  if (found === null) return { text, totalLines: undefined };
  return { text: text.slice(found[0].length), totalLines: Number(found[1]) };
}

const cutMarks = [
  ['[... omitted ', ' ...]'],
  ['[... output truncated ', ' ...]'],
  ['[\u2026 ', ' \u2026]'],
] as const;

/** Whether a line marks the place of omitted lines: `[... omitted 44 of 120 lines ...]`. */
export function isCutMark(line: string): boolean {
  return cutMarks.some(([start, end]) => line.startsWith(start) && line.endsWith(end));
}
