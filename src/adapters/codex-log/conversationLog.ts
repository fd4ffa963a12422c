import type { ParseContext, SourceFile } from '../contract.ts';
import { readTextLines } from '../read/readTextLines.ts';
import { buildEvent } from './buildEvent.ts';
import type { EventLocation, LineFrame, LocatedEvent, LogEvent, LogEventType } from './events.ts';
import { stripFrame } from './lines/logLine.ts';
import { LogScanner } from './scan/LogScanner.ts';

/** A log as text, as its bytes, or as a stream of them. */
export type LogInput = string | Uint8Array | AsyncIterable<Uint8Array>;

/** No faults of the bytes are reported: undecodable ones become U+FFFD. */
const silent = { report: () => undefined };

/** A log from any input, in the form the readers take. */
function fileOfInput(input: LogInput): SourceFile {
  return {
    name: 'conversation.log',
    async *bytes() {
      if (typeof input === 'string') yield new TextEncoder().encode(input);
      else if (input instanceof Uint8Array) yield input;
      else yield* input;
    },
  };
}

/**
 * The events of a `conversation.log`, or of other output of `codex exec`, in order. Streams: memory grows with the longest event, not with
 * the log. Lines that no rule recognises become `unknown` events; no text is lost.
 */
export async function* parseConversationLog(input: LogInput): AsyncGenerator<LogEvent> {
  for await (const batch of scanLog(fileOfInput(input), silent)) for (const { event } of batch) yield event;
}

/** The position of an event in a log. The entries cover the log's bytes without gaps. */
export interface LogIndexEntry extends EventLocation {
  type: LogEventType;
  /** Prefixes and colours of the log's lines; absent if they have none. */
  frame?: LineFrame;
  /** True if the event's beginning or end is uncertain. */
  guessed?: boolean;
}

/** Indexes the events of a log, so that a viewer can load any one of them out of a large file. Streams. */
export async function* indexConversationLog(input: LogInput): AsyncGenerator<LogIndexEntry> {
  for await (const batch of scanLog(fileOfInput(input), silent)) {
    for (const { event, ...location } of batch) yield { type: event.type, ...location };
  }
}

/** A log that can be read in parts, with the index of its events. */
export interface IndexedLog {
  readonly index: readonly LogIndexEntry[];
  /** Reads a number of bytes from an offset: a slice of a file or of a blob, or a range request. */
  read(byteOffset: number, byteLength: number): Uint8Array | Promise<Uint8Array>;
}

/** Reads the event at a position of the index, and only that event's bytes. */
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
    for (const { text } of lines) texts.push(stripFrame(text, entry.frame).text);
  }
  return buildEvent(entry.type, texts);
}

/** The events of a file, in batches of what was read at once. */
export async function* scanLog(file: SourceFile, context: ParseContext): AsyncGenerator<LocatedEvent[]> {
  let batch: LocatedEvent[] = [];
  const scanner = new LogScanner((event) => {
    batch.push(event);
  });
  for await (const lines of readTextLines(file, { context })) {
    scanner.feed(lines);
    if (batch.length > 0) yield batch;
    batch = [];
  }
  scanner.finish();
  if (batch.length > 0) yield batch;
}
