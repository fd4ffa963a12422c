import type { Adapter } from '../contract.ts';
import { readRecordStream, type StreamRecord } from '../read/readRecordStream.ts';
import { createExecJsonConverter } from './convert.ts';
import { descriptor, detect, type IgnoreReason } from './detect.ts';

/** What `codex exec --json` prints: the items of a thread's turns. */
export const codexExecJson = {
  descriptor,
  detect,
  async *parse({ files }, context) {
    const accepts = ({ type }: { type?: unknown }): boolean => typeof type === 'string' && type.includes('.');
    for (const [source, file] of files.entries()) yield* readRecordStream(file, { context, source, accepts });
  },
  createConverter: createExecJsonConverter,
  streams: (names) => names.map((_, index) => [index]),
} satisfies Adapter<StreamRecord, IgnoreReason>;
