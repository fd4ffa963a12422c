import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import { diagnose, type SourceRef } from '../../session/index.ts';
import type { ParseContext, SourceFile, SourceItem } from '../contract.ts';
import { MAX_LINE_BYTES } from './readTextLines.ts';

interface ReadDocumentOptions {
  context: ParseContext;
  /** Index of the file in its source. */
  source: number;
  maxBytes?: number;
}

/** Reads a file that is one record: its whole text, without a BOM. Invalid UTF-8 is replaced by U+FFFD and reported. */
export async function readDocument(file: SourceFile, options: ReadDocumentOptions): Promise<SourceItem<string>> {
  const whole = await readWhole(file, options);
  return whole.is === 'broken' ? whole : { ...whole, value: decode(whole.value, file.name, options.context) };
}

/** Reads a file that is one record: all of its bytes. A file longer than the limit for a line is broken. */
export async function readWhole(
  file: SourceFile,
  { context, source, maxBytes = MAX_LINE_BYTES }: ReadDocumentOptions,
): Promise<SourceItem<Uint8Array>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of file.bytes()) {
    context.signal?.throwIfAborted();
    length += chunk.length;
    if (length <= maxBytes) chunks.push(new Uint8Array(chunk));
  }
  const ref: SourceRef = { source, line: 1, byte_offset: 0, byte_length: length };
  if (length > maxBytes) return { is: 'broken', code: 'record-too-large', ref };
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return { is: 'record', value: bytes, ref };
}

/** Reads a file that is one JSON value; invalid JSON becomes a broken item. An empty file yields nothing. */
export async function* readJsonDocument(
  file: SourceFile,
  options: ReadDocumentOptions,
): AsyncGenerator<SourceItem<unknown>> {
  const document = await readDocument(file, options);
  if (document.is === 'broken') {
    yield document;
    return;
  }
  const { value: text, ref } = document;
  if (text.trim() === '') return;
  try {
    yield { is: 'record', value: JSON.parse(text), ref };
  } catch {
    yield { is: 'broken', code: 'invalid-json', ref };
  }
}

function decode(bytes: Uint8Array, name: string, context: ParseContext): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    context.report(diagnose('invalid-utf8', { at: { file: name } }));
    return new TextDecoder('utf-8').decode(bytes);
  }
}

/** JSON with comments and trailing commas, as far as it could be read. */
interface Jsonc {
  /** Undefined if nothing could be read. */
  value: unknown;
  /** Position of the first error, in characters; undefined if there was none. */
  errorAt: number | undefined;
}

/** Reads JSON with comments and trailing commas. Never throws: values nested too deeply count as unreadable. */
export function readJsonc(text: string): Jsonc {
  const errors: ParseError[] = [];
  try {
    const tree = parseTree(text, errors, { allowTrailingComma: true });
    return { value: tree === undefined ? undefined : jsonOf(tree), errorAt: errors[0]?.offset };
  } catch {
    return { value: undefined, errorAt: 0 };
  }
}

/** The library's own evaluation is not used, because it would take a key `__proto__` for the prototype. */
function jsonOf(node: Node): unknown {
  const children = node.children ?? [];
  if (node.type === 'array') return children.map(jsonOf);
  if (node.type !== 'object') return node.value;
  return Object.fromEntries(
    children.flatMap(({ children: pair }) => {
      const [key, value] = pair ?? [];
      return key === undefined || value === undefined ? [] : [[String(key.value), jsonOf(value)]];
    }),
  );
}
