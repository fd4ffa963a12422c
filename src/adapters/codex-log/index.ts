import type { Adapter, ParseContext, Source, SourceItem } from '../contract.ts';
import { scanLog } from './conversationLog.ts';
import { createConverter } from './convert/createConverter.ts';
import { detect, type IgnoreReason, ignores } from './detect.ts';
import type { LocatedEvent } from './events.ts';

export {
  type IndexedLog,
  indexConversationLog,
  type LogIndexEntry,
  type LogInput,
  parseConversationLog,
  readEvent,
} from './conversationLog.ts';
export type { EventLocation, LineFrame, LocatedEvent, LogEvent, LogEventType, SessionMeta } from './events.ts';

/** Reads `conversation.log` and any other output of `codex exec` for people. */
export const codexLog = {
  descriptor: {
    id: 'codex-log',
    label: 'Codex log',
    specUrl: undefined,
    marks: ['OpenAI Codex', 'workdir:', 'model:', 'sandbox:', 'tokens used'],
    versionsSeen: [
      ...['0.22', '0.27', '0.29', '0.36', '0.57', '0.58', '0.87', '0.89', '0.93', '0.98', '0.104'],
      ...['0.118', '0.125', '0.135', '0.144', '0.146', '0.150', '0.155'],
    ],
    capabilities: { times: 'each item', thinking: true, tokens: true, subagents: false, outcomes: true },
    ignores,
  },
  detect,
  async *parse(source: Source, context: ParseContext): AsyncGenerator<SourceItem<LocatedEvent>[]> {
    for (const [index, file] of source.files.entries()) {
      for await (const batch of scanLog(file, context)) yield batch.map((event) => itemOf(event, index));
    }
  },
  createConverter,
  streams: (names) => names.map((_, index) => [index]),
} satisfies Adapter<LocatedEvent, IgnoreReason>;

function itemOf(value: LocatedEvent, source: number): SourceItem<LocatedEvent> {
  const { line, byteOffset, byteLength } = value;
  return { is: 'record', value, ref: { source, line, byte_offset: byteOffset, byte_length: byteLength } };
}
