import { claudeCode } from '../claude-code/index.ts';
import type { Adapter, ParseContext, Pointers, Source } from '../contract.ts';
import { field, isJsonObject } from '../read/jsonObject.ts';
import { readJsonLines } from '../read/readJsonLines.ts';
import { createWfConverter } from './convert.ts';
import { descriptor, detect, type WfReason } from './detect.ts';
import { parse, type WfRecord } from './records.ts';

export {
  lastReply,
  lastTranscript,
  sessionIdFromOutput,
  sessionIdFromTerminal,
  stepRecord,
  toolCalls,
  totalStepTime,
  transcriptPathFor,
} from './queries.ts';

/** The transcripts left by the agents of a task: their paths, and the names derived from their session ids. */
async function* of({ files }: Source, context: ParseContext): AsyncGenerator<string> {
  for (const [source, file] of files.entries()) {
    if (!file.name.endsWith('.jsonl')) continue;
    for await (const batch of readJsonLines(file, { context, source })) {
      for (const item of batch) if (item.is === 'record' && isJsonObject(item.value)) yield* pathsIn(item.value);
    }
  }
}

function* pathsIn(record: Readonly<Record<string, unknown>>): Generator<string> {
  const transcript = field.text(record, 'transcript');
  const sessionId = field.text(record, 'session_id');
  if (transcript !== undefined) yield transcript;
  if (sessionId !== undefined) yield `${sessionId}.jsonl`;
}

const pointers: Pointers = { formats: ['claude-code'], of };

/** Logs of the `wf` workflow tool (later `pawl`): a task's steps, with the transcripts of its agents. */
export const wf = {
  descriptor,
  detect,
  parse,
  createConverter: createWfConverter,
  pointers,
  knownRecords: claudeCode.knownRecords,
} satisfies Adapter<WfRecord, WfReason>;
