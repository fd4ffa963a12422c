import type { AttachmentPart } from '../../assembly.ts';
import { readContent } from '../messages/readContent.ts';
import { imageOfUrl } from '../messages/readImage.ts';
import { asNumber, asObject, asText, type Fields } from '../narrow.ts';
import { noHeader, type OutputHeader, splitOutputHeader } from './outputHeader.ts';

/** The output of a call, whatever its shape. */
export interface Output extends OutputHeader {
  text: string;
  attachments: readonly AttachmentPart[];
  /** Whether the source says that the call succeeded. */
  success: boolean | undefined;
}

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

function bodyOf(fields: Fields): string {
  return asText(fields.content) ?? asText(fields.output) ?? JSON.stringify(fields);
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
  let parsed: Fields | undefined;
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

/** The header stands in the first part, alone or above its text. */
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
