import type { ParseContext, Source, SourceFile, SourceItem } from '../contract.ts';
import { readDocument, readJsonDocument } from '../read/readDocument.ts';
import { readJsonLines } from '../read/readJsonLines.ts';
import { baseName, type FragoFileName, type FragoRecord, fragoFiles } from './records.ts';

/** The order in which the files of a folder are read: what a run is before what happened in it. */
const order: readonly FragoFileName[] = ['metadata.json', 'steps.jsonl', 'summary.json', 'summary.md'];

/** The records of a session folder, file after file. */
export async function* parse(source: Source, context: ParseContext): AsyncGenerator<SourceItem<FragoRecord>[]> {
  for (const name of order) {
    for (const [index, file] of source.files.entries()) {
      if (baseName(file.name) === name) yield* readFile(name, file, { context, source: index });
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
