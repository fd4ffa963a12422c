import type { Adapter, ParseContext, Source } from '../contract.ts';
import { readRecordStream, type StreamRecord } from '../read/readRecordStream.ts';
import { createKimiConverter } from './convert.ts';
import { descriptor, detect, type IgnoreReason } from './detect.ts';

/** Sessions of kimi-cli and of Kimi Code, with those of their subagents. */
export const kimi = {
  descriptor,
  detect,
  async *parse({ files }: Source, context: ParseContext) {
    for (const [source, file] of files.entries()) yield* readRecordStream(file, { context, source, accepts });
  },
  createConverter: createKimiConverter,
  companions: (name) => (name === 'wire.jsonl' ? { folders: ['subagents'] } : undefined),
} satisfies Adapter<StreamRecord, IgnoreReason>;

const accepts = (value: object): boolean => ['type', 'message', 'role'].some((name) => name in value);
