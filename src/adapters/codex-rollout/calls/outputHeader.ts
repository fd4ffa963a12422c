/** What stands above the output of a command or script. */
export interface OutputHeader {
  /** The lines as they stand, joined; '' where there are none. */
  lines: string;
  exitCode: number | undefined;
  durationMs: number | undefined;
  /** Number of the process that goes on. */
  processId: string | undefined;
  /** Id of the cell in which a script goes on. */
  cellId: string | undefined;
  /** How a script ended. */
  script: 'completed' | 'failed' | 'running' | undefined;
  /** The program cut the output. */
  truncated: boolean;
}

type Told = Partial<Omit<OutputHeader, 'lines'>>;

/** Beginnings of header lines, and what the rest of the line says. */
const readers: readonly (readonly [string, (rest: string) => Told])[] = [
  ['Exit code: ', (rest) => ({ exitCode: wholeNumber(rest) })],
  ['Wall time: ', (rest) => ({ durationMs: seconds(rest) })],
  ['Wall time ', (rest) => ({ durationMs: seconds(rest) })],
  ['Chunk ID: ', () => ({})],
  ['Process exited with code ', (rest) => ({ exitCode: wholeNumber(rest) })],
  ['Process running with session ID ', (rest) => ({ processId: rest.trim() })],
  ['Original token count: ', () => ({})],
  ['Total output lines: ', () => ({ truncated: true })],
  ['Script completed', () => ({ script: 'completed' })],
  ['Script failed', () => ({ script: 'failed' })],
  ['Script running with cell ID ', (rest) => ({ script: 'running', cellId: rest.trim() })],
];

/** Header lines are short. */
const MAX_LINE = 200;

/** The header of an output that has none. */
export const noHeader: OutputHeader = {
  lines: '',
  exitCode: undefined,
  durationMs: undefined,
  processId: undefined,
  cellId: undefined,
  script: undefined,
  truncated: false,
};

/** Takes the header off an output; what has none is all body. */
export function splitOutputHeader(text: string): { header: OutputHeader; body: string } {
  const told: Told = {};
  let at = 0;
  while (at < text.length) {
    const end = text.indexOf('\n', at);
    const stop = end === -1 ? text.length : end;
    const line = stop - at > MAX_LINE ? undefined : text.slice(at, stop);
    const read = line === undefined ? undefined : readers.find(([beginning]) => line.startsWith(beginning));
    const heading = line === 'Output:' && at > 0;
    if (line === undefined || (read === undefined && !heading)) break;
    if (read !== undefined) Object.assign(told, read[1](line.slice(read[0].length)));
    at = stop + 1;
    if (heading) break;
  }
  const split = Math.min(at, text.length);
  return { header: { ...noHeader, ...told, lines: text.slice(0, split).trimEnd() }, body: text.slice(split) };
}

function wholeNumber(text: string): number | undefined {
  return /^-?\d{1,10}$/.test(text.trim()) ? Number(text) : undefined;
}

function seconds(text: string): number | undefined {
  const match = /^(\d{1,9}(?:\.\d{1,9})?) seconds?$/.exec(text.trim());
  return match === null ? undefined : Math.round(Number(match[1]) * 1000);
}
