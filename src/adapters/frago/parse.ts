import { claudeCode } from '../claude-code/adapter.ts';
import type { ParseContext, Source, SourceFile, SourceItem } from '../contract.ts';
import { readJoinedRun } from '../hosted/readJoinedRun.ts';
import { readDocument, readJsonDocument } from '../read/readDocument.ts';
import { readJsonLines } from '../read/readJsonLines.ts';
import { baseName, type FragoFileName, type FragoRecord, fragoFiles } from './records.ts';

/** What a run is comes before what happened in it. */
const before: readonly FragoFileName[] = ['metadata.json'];
const after: readonly FragoFileName[] = ['steps.jsonl', 'summary.json', 'summary.md'];

/**
 * The records of a session folder, file after file. The transcripts that it points to come before the steps: whether
 * those are needed depends on what the transcript holds.
 */
export async function* parse(source: Source, context: ParseContext): AsyncGenerator<SourceItem<FragoRecord>[]> {
  yield* readFiles(before, source, context);
  for (const [index, run] of (source.joined ?? []).entries()) {
    for await (const batch of readJoinedRun(claudeCode, source, run, context)) {
      yield batch.map((item) =>
        item.is === 'broken' ? item : { ...item, value: { is: 'joined', run: index, value: item.value } },
      );
    }
  }
  yield* readFiles(after, source, context);
}

async function* readFiles(
  names: readonly FragoFileName[],
  { files, joined = [] }: Source,
  context: ParseContext,
): AsyncGenerator<SourceItem<FragoRecord>[]> {
  const elsewhere = new Set(joined.flatMap((run) => run.files));
  for (const name of names) {
    for (const [index, file] of files.entries()) {
      const own = !elsewhere.has(index) && baseName(file.name) === name;
      if (own) yield* readFile(name, file, { context, source: index });
    }
  }
}

async function* readFile(
  name: FragoFileName,
  file: SourceFile,
  options: { context: ParseContext; source: number },
): AsyncGenerator<SourceItem<FragoRecord>[]> {
  const is = fragoFiles[name];
  if (is === 'report') {
    const document = await readDocument(file, options);
    yield [document.is === 'broken' ? document : { ...document, value: { is, value: document.value } }];
    return;
  }
  const batches = is === 'step' ? readJsonLines(file, options) : readJsonDocument(file, options);
  for await (const batch of batches) {
    const items = Array.isArray(batch) ? batch : [batch];
    yield items.map((item) => (item.is === 'broken' ? item : { ...item, value: { is, value: item.value } }));
  }
}

/** What the files of a session folder hold, as it stands there. */
export interface FragoEntities {
  session?: unknown;
  steps: readonly unknown[];
  /** Not written by the monitor: `toolCallRecords` makes them. */
  toolCalls?: readonly unknown[];
  summary?: unknown;
}

/** Reads the entities of a session folder; lines that are no JSON are left to the conversion's diagnostics. */
export async function readFragoEntities(source: Source): Promise<FragoEntities> {
  const steps: unknown[] = [];
  const documents: Pick<FragoEntities, 'session' | 'summary'> = {};
  for await (const batch of parse({ files: source.files }, { report: () => undefined })) {
    for (const item of batch) {
      if (item.is === 'broken') continue;
      const { is, value } = item.value;
      if (is === 'step') steps.push(value);
      else if (is === 'metadata') documents.session = value;
      else if (is === 'summary') documents.summary = value;
    }
  }
  return { ...documents, steps };
}
