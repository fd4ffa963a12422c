import type { SourceFile } from '../contract.ts';
import { readTextLines } from '../read/readTextLines.ts';
import { buildEvent } from './buildEvent.ts';
import type { EventPlace, LineFrame, LogEvent, LogEventType } from './events.ts';
import { undress } from './lines/dressLine.ts';
import { scanLog } from './scan/scanLog.ts';

/** A log as text, as its bytes, or as a stream of them. */
export type LogInput = string | Uint8Array | AsyncIterable<Uint8Array>;

/** Nothing about the bytes is reported: unreadable ones come as U+FFFD. */
const silent = { report: () => undefined };

/** A log of any input, as the readers take it. */
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
 * The events of a `conversation.log` or of what `codex exec` printed, in order. Streams: memory grows with the longest
 * event, not with the log. Lines that no rule knows come as `unknown`; no text is lost.
 */
export async function* parseConversationLog(input: LogInput): AsyncGenerator<LogEvent> {
  for await (const batch of scanLog(fileOfInput(input), silent)) for (const { event } of batch) yield event;
}

/** An event of a log by its place alone. The entries of a log tile its bytes. */
export interface LogIndexEntry extends EventPlace {
  type: LogEventType;
  /** How the log's lines are dressed; absent where they stand bare. */
  frame?: LineFrame;
  /** True where the event's own end or beginning is a guess. */
  guessed?: boolean;
}

/** Where the events of a log stand, so that a viewer can load any one of them out of a large file. Streams. */
export async function* indexConversationLog(input: LogInput): AsyncGenerator<LogIndexEntry> {
  for await (const batch of scanLog(fileOfInput(input), silent)) {
    for (const { event, ...place } of batch) yield { type: event.type, ...place };
  }
}

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
