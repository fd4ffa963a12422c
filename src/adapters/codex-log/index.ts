export { codexLog } from './adapter.ts';
export {
  type IndexedLog,
  indexConversationLog,
  type LogIndexEntry,
  type LogInput,
  parseConversationLog,
  readEvent,
} from './conversationLog.ts';
export type { EventPlace, LineFrame, LogEvent, LogEventType, PlacedEvent, SessionMeta } from './events.ts';
