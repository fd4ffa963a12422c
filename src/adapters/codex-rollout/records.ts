import type { ParseContext, Source, SourceFile, SourceItem } from '../contract.ts';
import { asNumber, asObject, asText, type JsonObject } from '../read/jsonObject.ts';
import { readJsonLines } from '../read/readJsonLines.ts';
import { readThreadHeader } from './header.ts';

/** A record of a rollout file, classified by its shape alone. */
export type RolloutLine =
  /** `{timestamp, type, payload}`: every version since 0.32. */
  | {
      is: 'enveloped';
      type: string;
      payload: JsonObject;
      at: string | undefined;
      /** Position in a paginated rollout. */
      ordinal: number | undefined;
      /** The writer's own metadata beside the payload. */
      metadata: JsonObject | undefined;
    }
  /** First line of an old file: `{id, timestamp, instructions, git?}`. */
  | { is: 'header'; payload: JsonObject }
  /** `{record_type: "state"}` of an old file: a marker without content. */
  | { is: 'state' }
  /** An item without an envelope, and so without a time. */
  | { is: 'bare'; type: string; payload: JsonObject }
  | { is: 'foreign' };

/** Classifies a parsed record without looking into its payload. */
export function readRolloutLine(raw: unknown): RolloutLine {
  const record = asObject(raw);
  if (record === undefined) return { is: 'foreign' };
  const type = asText(record.type);
  const payload = asObject(record.payload);
  if (type !== undefined && payload !== undefined) {
    const at = asText(record.timestamp);
    return {
      is: 'enveloped',
      type,
      payload,
      at,
      ordinal: asNumber(record.ordinal),
      metadata: asObject(record.metadata),
    };
  }
  if (record.record_type === 'state') return { is: 'state' };
  if (type !== undefined) return { is: 'bare', type, payload: record };
  const headed = typeof record.id === 'string' && typeof record.timestamp === 'string' && 'instructions' in record;
  return headed ? { is: 'header', payload: record } : { is: 'foreign' };
}

/** The first bytes of a Zstandard frame. */
const ZSTD = [0x28, 0xb5, 0x2f, 0xfd];

/** The records of the files of a source, one file after the other. */
export async function* readRollouts(
  source: Source,
  context: ParseContext,
): AsyncGenerator<readonly SourceItem<unknown>[]> {
  for (const [index, file] of source.files.entries()) {
    if (await isCompressed(file)) yield [refuse(index)];
    else yield* readJsonLines(file, { context, source: index });
  }
}

function refuse(source: number): SourceItem<unknown> {
  return {
    is: 'broken',
    code: 'unsupported-version',
    ref: { source, line: 1, byte_offset: 0, byte_length: 0 },
    message: 'The rollout is compressed with Zstandard; decompress it first: zstd -d FILE.',
  };
}

async function isCompressed(file: SourceFile): Promise<boolean> {
  const head: number[] = [];
  for await (const chunk of file.bytes()) {
    for (const byte of chunk.subarray(0, ZSTD.length - head.length)) head.push(byte);
    if (head.length === ZSTD.length) break;
  }
  return head.length === ZSTD.length && ZSTD.every((byte, index) => byte === head[index]);
}

/** The thread of a rollout; a fork names it in its header. */
export async function* knownRecords(
  ancestor: SourceFile,
  context: ParseContext,
): AsyncGenerator<readonly [id: string, run: string]> {
  for await (const [first] of readRollouts({ files: [ancestor] }, context)) {
    const line = first?.is === 'record' ? readRolloutLine(first.value) : undefined;
    const header =
      line?.is === 'enveloped' && line.type === 'session_meta' ? readThreadHeader(line.payload) : undefined;
    if (header?.threadId !== undefined) yield [header.threadId, header.threadId];
    return;
  }
}
