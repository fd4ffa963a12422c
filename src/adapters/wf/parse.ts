import { diagnose } from '../../session/index.ts';
import { claudeCode } from '../claude-code/adapter.ts';
import type { ParseContext, Source, SourceFile, SourceItem } from '../contract.ts';
import { readJoinedRun } from '../hosted/readJoinedRun.ts';
import { readDocument, readJsonc } from '../read/readDocument.ts';
import { readJsonLines } from '../read/readJsonLines.ts';
import { stemOf, stepFilePlace, taskPlace } from './places.ts';
import type { WfRecord } from './records.ts';

type Item = SourceItem<WfRecord>;

/**
 * The records of a task's files: what the workflow is and what was asked before what happened, then the transcripts
 * that the log points to.
 */
export async function* parse(source: Source, context: ParseContext): AsyncGenerator<Item[]> {
  const { files, joined = [] } = source;
  const elsewhere = new Set(joined.flatMap((run) => run.files));
  const own = [...files.entries()].filter(([index]) => !elsewhere.has(index));
  for (const [index, file] of own) {
    if (!isLog(file) && stepFilePlace(file.name) === undefined)
      yield [await readCompanion(file, { context, source: index })];
  }
  for (const [index, file] of own) {
    if (isLog(file)) yield* readLog(file, { context, source: index });
  }
  for (const [index, file] of own.toSorted(byStep)) {
    if (stepFilePlace(file.name) !== undefined) yield [await readStep(file, { context, source: index })];
  }
  for (const [index, run] of joined.entries()) {
    for await (const batch of readJoinedRun(claudeCode, source, run, context)) {
      yield batch.map(
        (item): Item =>
          item.is === 'broken' ? item : { ...item, value: { is: 'joined', run: index, value: item.value } },
      );
    }
  }
}

interface ReadOptions {
  context: ParseContext;
  source: number;
}

function isLog({ name }: SourceFile): boolean {
  return name.endsWith('.jsonl');
}

function byStep([, a]: [number, SourceFile], [, b]: [number, SourceFile]): number {
  return (stepFilePlace(a.name)?.number ?? 0) - (stepFilePlace(b.name)?.number ?? 0);
}

async function* readLog(file: SourceFile, options: ReadOptions): AsyncGenerator<Item[]> {
  for await (const batch of readJsonLines(file, options)) {
    yield batch.map((item) => (item.is === 'broken' ? item : { ...item, value: { is: 'log', value: item.value } }));
  }
}

async function readCompanion(file: SourceFile, options: ReadOptions): Promise<Item> {
  const document = await readDocument(file, options);
  if (document.is === 'broken') return document;
  const { value: text, ref } = document;
  if (taskPlace(file.name) !== undefined) return { is: 'record', value: { is: 'task', value: text }, ref };
  if (text.trim() === '') return { is: 'broken', code: 'empty-source', ref };
  const { value, errorAt } = readJsonc(text);
  if (value === undefined) return { is: 'broken', code: 'invalid-json', ref };
  if (errorAt !== undefined) {
    const line = text.slice(0, errorAt).split('\n').length;
    options.context.report(diagnose('invalid-json', { at: { file: file.name, line } }));
  }
  const name = stemOf(file.name);
  const isConfig = typeof value === 'object' && value !== null && 'workflow' in value;
  return { is: 'record', value: isConfig ? { is: 'config', name, value } : { is: 'status', value }, ref };
}

async function readStep(file: SourceFile, options: ReadOptions): Promise<Item> {
  const document = await readDocument(file, options);
  if (document.is === 'broken') return document;
  const { value: text, ref } = document;
  const value = file.name.endsWith('.json') ? readJsonc(text).value : text;
  return { is: 'record', value: { is: 'step', name: file.name, value }, ref };
}
