export { codexLog } from './adapter.ts';
export type { EventPlace, LineFrame, LogEvent, LogEventType, PlacedEvent, SessionMeta } from './events.ts';
export { indexConversationLog, type LogIndexEntry } from './indexConversationLog.ts';
export { type LogInput, parseConversationLog } from './parseConversationLog.ts';
export { type IndexedLog, readEvent } from './readEvent.ts';
