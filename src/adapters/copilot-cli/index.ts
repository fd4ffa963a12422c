import type { Adapter, ParseContext, Source, SourceItem } from '../contract.ts';
import { readDocument } from '../read/readDocument.ts';
import { readRecordStream, type StreamRecord } from '../read/readRecordStream.ts';
import { createCopilotConverter } from './convert.ts';
import { descriptor, detect, type IgnoreReason } from './detect.ts';

/** Sessions of Copilot CLI: `events.jsonl`, with what it notes beside. */
export const copilotCli = {
  descriptor,
  detect,
  parse,
  createConverter: createCopilotConverter,
  streams: (names) => names.map((_, index) => [index]),
  companions: (name) => (name.endsWith('/events.jsonl') ? { folders: [], files: workspaceFile } : undefined),
} satisfies Adapter<StreamRecord, IgnoreReason>;

const workspaceFile = { begin: 'workspace', end: '.yaml', mention: 'id:' };

async function* parse({ files }: Source, context: ParseContext): AsyncGenerator<SourceItem<StreamRecord>[]> {
  for (const [source, file] of files.entries()) {
    if (!file.name.endsWith('.yaml')) {
      yield* readRecordStream(file, { context, source, accepts: ({ type }) => typeof type === 'string' });
      continue;
    }
    const document = await readDocument(file, { context, source });
    if (document.is === 'broken') yield [document];
    else if (document.value !== '') yield [{ ...document, value: { is: 'text', text: document.value } }];
  }
}
