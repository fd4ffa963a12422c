import type { AttachmentPart } from '../../assembly.ts';
import { asNumber, asObject, asText, type JsonObject, jsonText } from '../../read/jsonObject.ts';
import { imageOfUrl, readContent } from '../content.ts';

/** The header above the output of a command or script. */
export interface OutputHeader {
  /** The lines unchanged, joined; '' if there are none. */
  lines: string;
  exitCode: number | undefined;
  durationMs: number | undefined;
  /** Number of the process that continues. */
  processId: string | undefined;
  /** Id of the cell in which a script continues. */
  cellId: string | undefined;
  /** How a script ended. */
  script: 'completed' | 'failed' | 'running' | undefined;
  /** The program truncated the output. */
  truncated: boolean;
}

type Stated = Partial<Omit<OutputHeader, 'lines'>>;

/** Prefixes of header lines, and the meaning of the rest of the line. */
const readers: readonly (readonly [string, (rest: string) => Stated])[] = [
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

/** Header lines are short; longer lines are not checked. */
const MAX_LINE = 200;

/** The header of an output without one. */
const noHeader: OutputHeader = {
  lines: '',
  exitCode: undefined,
  durationMs: undefined,
  processId: undefined,
  cellId: undefined,
  script: undefined,
  truncated: false,
};

/** Splits the header from an output; an output without one is all body. */
function splitOutputHeader(text: string): { header: OutputHeader; body: string } {
  const { stated, end } = readHeader(text, endOfCommand(text) ?? 0);
  return { header: { ...noHeader, ...stated, lines: text.slice(0, end).trimEnd() }, body: text.slice(end) };
}

const COMMAND = 'Command: ';
/** What follows the command that 0.115 and later may print above the header. */
const afterCommand = /\n(?=Chunk ID: |Wall time: )/g;

/**
 * Position of the header below its command, which may have any number of lines. An output that begins like a command has a header only if
 * those lines lead to `Output:`; otherwise undefined.
 */
function endOfCommand(text: string): number | undefined {
  if (!text.startsWith(COMMAND)) return undefined;
  const pattern = new RegExp(afterCommand);
  pattern.lastIndex = COMMAND.length;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const start = match.index + 1;
    const { end, whole } = readHeader(text, start);
    if (whole) return start;
    pattern.lastIndex = Math.max(start, end - 1);
  }
  return undefined;
}

/** Reads the lines of a header from a position on; `whole` if they lead to `Output:`. */
function readHeader(text: string, start: number): { stated: Stated; end: number; whole: boolean } {
  const stated: Stated = {};
  let at = start;
  let whole = false;
  while (at < text.length && !whole) {
    const end = text.indexOf('\n', at);
    const stop = end === -1 ? text.length : end;
    const line = stop - at > MAX_LINE ? undefined : text.slice(at, stop);
    const read = line === undefined ? undefined : readers.find(([beginning]) => line.startsWith(beginning));
    whole = line === 'Output:' && at > start;
    if (line === undefined || (read === undefined && !whole)) break;
    if (read !== undefined) Object.assign(stated, read[1](line.slice(read[0].length)));
    at = stop + 1;
  }
  return { stated, end: Math.min(at, text.length), whole };
}

function wholeNumber(text: string): number | undefined {
  return /^-?\d{1,10}$/.test(text.trim()) ? Number(text) : undefined;
}

function seconds(text: string): number | undefined {
  const match = /^(\d{1,9}(?:\.\d{1,9})?) seconds?$/.exec(text.trim());
  return match === null ? undefined : Math.round(Number(match[1]) * 1000);
}

/** The output of a call, whatever its shape. */
export interface Output extends OutputHeader {
  text: string;
  attachments: readonly AttachmentPart[];
  /** Whether the source says that the call succeeded. */
  success: boolean | undefined;
}

/** The output of a call that has none. */
export const emptyOutput: Output = { ...noHeader, text: '', attachments: [], success: undefined };

/**
 * Reads an output: a text (with the header of a command, or JSON of `{output, metadata}`), a list of parts, an object
 * with `content` and `success`, or one part.
 */
export function readOutput(output: unknown): Output {
  const text = asText(output);
  if (text !== undefined) return readText(text);
  if (Array.isArray(output)) return readParts(output);
  const fields = asObject(output);
  if (fields === undefined) return readText('');
  if (fields.content === undefined && fields.text !== undefined) return readParts([fields]);
  const inner = Array.isArray(fields.content) ? readParts(fields.content) : readText(bodyOf(fields));
  return { ...inner, success: typeof fields.success === 'boolean' ? fields.success : inner.success };
}

function bodyOf(fields: JsonObject): string {
  return asText(fields.content) ?? asText(fields.output) ?? jsonText(fields);
}

function readText(text: string): Output {
  const wrapped = text.startsWith('{"output":') ? readWrapped(text) : undefined;
  if (wrapped !== undefined) return wrapped;
  const { header, body } = splitOutputHeader(text);
  const image = body.startsWith('data:image/') ? [imageOfUrl(body)] : [];
  return {
    ...header,
    text: image.length > 0 ? '' : body,
    attachments: image,
    success: undefined,
    truncated: header.truncated || isCut(body),
  };
}

/** `{"output":"…","metadata":{"exit_code":0,"duration_seconds":0.4}}`. */
function readWrapped(text: string): Output | undefined {
  let parsed: JsonObject | undefined;
  try {
    parsed = asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
  const body = asText(parsed?.output);
  const metadata = asObject(parsed?.metadata);
  if (body === undefined || metadata === undefined) return undefined;
  const duration = asNumber(metadata.duration_seconds);
  const exitCode = asNumber(metadata.exit_code);
  return {
    ...noHeader,
    exitCode: exitCode === undefined ? undefined : Math.trunc(exitCode),
    durationMs: duration === undefined ? undefined : Math.round(Math.max(0, duration) * 1000),
    text: body,
    attachments: [],
    success: undefined,
    truncated: isCut(body),
  };
}

/** The header is in the first part, alone or above the part's text. */
function readParts(parts: readonly unknown[]): Output {
  const { texts, attachments } = readContent(parts);
  const [first, ...others] = texts;
  const { header, body } = splitOutputHeader(first?.text ?? '');
  const bodies = [body, ...others.map(({ text }) => text)].filter((each) => each !== '');
  const text = bodies.join('\n');
  return { ...header, text, attachments, success: undefined, truncated: header.truncated || isCut(text) };
}

/** `…12 tokens truncated…`, `[... omitted 30 of 120 lines ...]`. */
const cutMarks = [' truncated…', '[... omitted '] as const;

function isCut(text: string): boolean {
  return cutMarks.some((mark) => text.includes(mark));
}
