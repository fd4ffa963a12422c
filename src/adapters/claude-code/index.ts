import type { Adapter, ParseContext, Source, SourceFile, SourceItem } from '../contract.ts';
import { field, isJsonObject } from '../read/jsonObject.ts';
import { readDocument, readJsonDocument } from '../read/readDocument.ts';
import { readJsonLines } from '../read/readJsonLines.ts';
import { createConverter } from './convert.ts';
import { descriptor, detect, type IgnoreReason } from './detect.ts';
import { companions, fileKind, isSessionId } from './files.ts';
import { recordId } from './history.ts';
import { outputReferences } from './persistedOutput.ts';

/** Transcripts of Claude Code, with those of its subagents. */
export const claudeCode = {
  descriptor,
  detect,
  parse,
  createConverter,
  streams,
  knownRecords,
  companions,
} satisfies Adapter<unknown, IgnoreReason>;

/** Each transcript is read independently; outputs stored in separate files are read with the main transcript, which points to them. */
function streams(names: readonly string[]): readonly (readonly number[])[] {
  const kinds = names.map((name) => fileKind(name).is);
  const outputs = [...kinds.keys()].filter((index) => kinds[index] === 'output');
  const main = kinds.indexOf('main');
  const host = main === -1 ? outputs[0] : main;
  return [...kinds.keys()]
    .filter((index) => index === host || kinds[index] !== 'output')
    .map((index) => (index === host ? [index, ...outputs.filter((output) => output !== index)] : [index]));
}

type Batch = SourceItem<unknown>[];

/**
 * The records of all files of a source. An output from a separate file comes directly before the record whose result it is, so that it need
 * not be stored; one that no record points to comes last.
 */
async function* parse(source: Source, context: ParseContext): AsyncGenerator<Batch> {
  const { files } = source;
  const outputs = new Map<string, number>();
  const kinds = files.map(({ name }) => fileKind(name));
  for (const [index, kind] of kinds.entries()) if (kind.is === 'output') outputs.set(kind.name, index);

  const takeOutputs = async (item: SourceItem<unknown>): Promise<Batch> => {
    if (item.is === 'broken') return [];
    const batch: Batch = [];
    for (const name of outputReferences(item.value)) {
      const index = outputs.get(name);
      const file = index === undefined ? undefined : files[index];
      if (index === undefined || file === undefined || !outputs.delete(name)) continue;
      batch.push(await readDocument(file, { context, source: index }));
    }
    return batch;
  };

  for (const [index, file] of files.entries()) {
    const kind = kinds[index]?.is;
    if (kind === 'output') continue;
    if (kind === 'meta' || kind === 'workflow') {
      for await (const item of readJsonDocument(file, { context, source: index })) yield [item];
      continue;
    }
    for await (const batch of readJsonLines(file, { context, source: index })) {
      if (outputs.size === 0) yield batch;
      else yield await withOutputs(batch, takeOutputs);
    }
  }
  for (const index of outputs.values()) {
    const file = files[index];
    if (file !== undefined) yield [await readDocument(file, { context, source: index })];
  }
}

async function withOutputs(batch: Batch, take: (item: SourceItem<unknown>) => Promise<Batch>): Promise<Batch> {
  const all: Batch = [];
  for (const item of batch) {
    for (const output of await take(item)) all.push(output);
    all.push(item);
  }
  return all;
}

/** The records of a transcript, as used for comparison with sessions resumed or forked from it. */
async function* knownRecords(
  ancestor: SourceFile,
  context: ParseContext,
): AsyncGenerator<readonly [id: string, run: string]> {
  for await (const batch of readJsonLines(ancestor, { context, source: 0 })) {
    for (const item of batch) {
      const entry = item.is === 'record' ? recordOwner(ancestor.name, item.value) : undefined;
      if (entry !== undefined) yield entry;
    }
  }
}

/** The known records of one record of this transcript: its id, and the session's. */
export function recordOwner(name: string, record: unknown): readonly [id: string, run: string] | undefined {
  if (!isJsonObject(record)) return undefined;
  const id = recordId(record, field.text(record, 'uuid'));
  if (id === undefined) return undefined;
  const kind = fileKind(name);
  const stem = kind.is === 'main' && isSessionId(kind.stem) ? kind.stem : undefined;
  return [id, stem ?? field.text(record, 'sessionId') ?? name];
}
