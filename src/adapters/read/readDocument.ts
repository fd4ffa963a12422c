import { diagnose, type SourceRef } from '../../session/index.ts';
import type { ParseContext, SourceFile, SourceItem } from '../contract.ts';
import { MAX_LINE_BYTES } from './splitLines.ts';

export interface ReadDocumentOptions {
  context: ParseContext;
  /** Index of the file in its source. */
  source: number;
  maxBytes?: number;
}

/** A file that is one record: its whole text, without a BOM. Invalid UTF-8 is replaced by U+FFFD and reported. */
export async function readDocument(
  file: SourceFile,
  { context, source, maxBytes = MAX_LINE_BYTES }: ReadDocumentOptions,
): Promise<SourceItem<string>> {
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
  return { is: 'record', value: decode(bytes, file.name, context), ref };
}

/** Reads a file that is one JSON value; one that is none comes as broken. An empty file is nothing. */
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
