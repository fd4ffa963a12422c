import type { EventPlace, LineFrame, LogEventType } from './events.ts';
import { fileOfInput, type LogInput } from './parseConversationLog.ts';
import { scanLog } from './scan/scanLog.ts';

/** An event of a log by its place alone. The entries of a log tile its bytes. */
export interface LogIndexEntry extends EventPlace {
  type: LogEventType;
  /** How the log's lines are dressed; absent where they stand bare. */
  frame?: LineFrame;
  /** True where the event's own end or beginning is a guess. */
  guessed?: boolean;
}

const silent = { report: () => undefined };

/** Where the events of a log stand, so that a viewer can load any one of them out of a large file. Streams. */
export async function* indexConversationLog(input: LogInput): AsyncGenerator<LogIndexEntry> {
  for await (const batch of scanLog(fileOfInput(input), silent)) {
    for (const { event, ...place } of batch) yield { type: event.type, ...place };
  }
}
