import { claudeCode } from '../claude-code/index.ts';
import type { ParseContext, Source, SourceFile, SourceItem } from '../contract.ts';
import { readJoinedRun } from '../hosted.ts';
import type { JsonObject } from '../read/jsonObject.ts';
import { readDocument, readJsonDocument } from '../read/readDocument.ts';
import { readJsonLines } from '../read/readJsonLines.ts';

/** The files of a session folder that Frago writes, by name. */
const fragoFiles = {
  'metadata.json': 'metadata',
  'steps.jsonl': 'step',
  'summary.json': 'summary',
  'summary.md': 'report',
} as const;

type FragoFileName = keyof typeof fragoFiles;

/** A record of a session folder, and what it is: said by the file it stands in. */
export type FragoRecord =
  | { is: 'metadata' | 'step' | 'summary'; value: unknown }
  /** The summary again, as Markdown. */
  | { is: 'report'; value: string }
  /** A record of a transcript that the store points to, by its position in the source's list. */
  | { is: 'joined'; run: number; value: unknown };

/** What a step is, in both vocabularies: the one up to 2026-01 and the shorter one after. */
const stepTypes = {
  user_message: 'user',
  user: 'user',
  assistant_message: 'assistant',
  assistant: 'assistant',
  tool_call: 'call',
  tool_result: 'result',
  system_event: 'system',
  system: 'system',
} as const;

export type StepKind = (typeof stepTypes)[keyof typeof stepTypes];

/** The kind of a step by its `type`; undefined for one that no version knows. */
export function stepKindOf(step: JsonObject): StepKind | undefined {
  const type = step.type;
  return typeof type === 'string' && Object.hasOwn(stepTypes, type)
    ? stepTypes[type as keyof typeof stepTypes]
    : undefined;
}

/** The name of a file without its folder. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The folder of a file; '' for one that has none. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

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
