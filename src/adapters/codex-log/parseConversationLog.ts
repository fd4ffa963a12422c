import type { SourceFile } from '../contract.ts';
import type { LogEvent } from './events.ts';
import { scanLog } from './scan/scanLog.ts';

/** A log as text, as its bytes, or as a stream of them. */
export type LogInput = string | Uint8Array | AsyncIterable<Uint8Array>;

/** Nothing about the bytes is reported: unreadable ones come as U+FFFD. */
const silent = { report: () => undefined };

/** A log of any input, as the readers take it. */
export function fileOfInput(input: LogInput): SourceFile {
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
