import type { Adapter, ParseContext, Pointers, Source } from '../contract.ts';
import { field, isJsonObject } from '../read/jsonObject.ts';
import { readJsonDocument } from '../read/readDocument.ts';
import { createFragoConverter } from './convert.ts';
import { descriptor, detect, type FragoReason } from './detect.ts';
import { baseName, type FragoRecord, folderOf, parse } from './records.ts';

export { createToolCallLog, type ToolCallLog, toolCallRecords } from './convert.ts';
export { type FragoEntities, readFragoEntities } from './records.ts';
export {
  createFragoRules,
  type FragoEnvironment,
  type FragoRules,
  fragoJsonSchemas,
  type MonitoredSession,
  monitoredSession as monitoredSessionSchema,
  type SessionStep,
  type SessionSummary,
  sessionStep as sessionStepSchema,
  sessionSummary as sessionSummarySchema,
  type ToolCallRecord,
  toolCallRecord as toolCallRecordSchema,
  validateFrago,
} from './validateFrago.ts';

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

const pointers: Pointers = { formats: ['claude-code'], of };

/** Sessions that the Frago monitor watched: a folder with `metadata.json`, `steps.jsonl` and `summary.json`. */
export const frago = {
  descriptor,
  detect,
  parse,
  createConverter: createFragoConverter,
  pointers,
} satisfies Adapter<FragoRecord, FragoReason>;
