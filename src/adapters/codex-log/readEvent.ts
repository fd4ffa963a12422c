import { readTextLines } from '../read/readTextLines.ts';
import { buildEvent } from './buildEvent.ts';
import type { LogEvent } from './events.ts';
import type { LogIndexEntry } from './indexConversationLog.ts';
import { undress } from './lines/dressLine.ts';

/** A log of which parts can be read, with the index of its events. */
export interface IndexedLog {
  readonly index: readonly LogIndexEntry[];
  /** Reads so many bytes from an offset on: a slice of a file or of a blob, a range request. */
  read(byteOffset: number, byteLength: number): Uint8Array | Promise<Uint8Array>;
}

/** The event at a position of the index; reads that event's bytes and no others. */
export async function readEvent(log: IndexedLog, position: number): Promise<LogEvent> {
  const entry = log.index[position];
  if (entry === undefined) throw new RangeError(`agent-replay-kit: the log has no event ${position}.`);
  const bytes = await log.read(entry.byteOffset, entry.byteLength);
  const texts: string[] = [];
  const file = {
    name: 'event',
    async *bytes() {
      yield bytes;
    },
  };
  for await (const lines of readTextLines(file, { context: { report: () => undefined } })) {
    for (const { text } of lines) texts.push(undress(text, entry.frame).text);
  }
  return buildEvent(entry.type, texts);
}
