import type { ParseContext, Pointers, Source } from '../contract.ts';
import { field, isJsonObject } from '../read/jsonObject.ts';
import { readJsonDocument } from '../read/readDocument.ts';
import { baseName, folderOf } from './records.ts';

/** The transcript that the monitor watched, by its path and by its name; else the copy of it in the folder itself. */
async function* of({ files }: Source, context: ParseContext): AsyncGenerator<string> {
  for (const [source, file] of files.entries()) {
    if (baseName(file.name) !== 'metadata.json') continue;
    for await (const item of readJsonDocument(file, { context, source })) {
      if (item.is === 'record' && isJsonObject(item.value)) yield* pathsIn(item.value);
    }
  }
  const folder = folderOf(files[0]?.name ?? '');
  yield folder === '' ? 'raw.jsonl' : `${folder}/raw.jsonl`;
}

function* pathsIn(metadata: Readonly<Record<string, unknown>>): Generator<string> {
  for (const key of ['source_jsonl', 'source_file']) {
    const path = field.text(metadata, key);
    if (path !== undefined && path !== '') yield path;
  }
  const sessionId = field.text(metadata, 'session_id');
  if (sessionId !== undefined && sessionId !== '') yield `${sessionId}.jsonl`;
}

export const pointers: Pointers = { formats: ['claude-code'], of };
