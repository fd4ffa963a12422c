import type { RolloutVerdict } from '../descriptor.ts';
import { tellEventPrompt, tellEventReply } from '../messages/tellEventMessage.ts';
import { asObject, asText, asWords, type Fields, objectsIn } from '../narrow.ts';
import type { Origin, Thread } from '../thread.ts';

/**
 * A conversation by voice: `realtime_conversation_started`, `…_closed`, and `…_realtime` for what happens in it. What was
 * said is a message; the rest is a notice. Pieces of sound and of unfinished texts stay as they are, unknown.
 */
export function convertRealtime(thread: Thread, payload: Fields, origin: Origin): RolloutVerdict {
  switch (payload.type) {
    case 'realtime_conversation_started':
      return tell(thread, payload, origin, 'Voice conversation started', asWords(payload.version));
    case 'realtime_conversation_closed':
      return tell(thread, payload, origin, 'Voice conversation closed', asWords(payload.reason));
    case 'realtime_conversation_realtime':
      return convertInner(thread, payload, origin);
    default:
      return keepUnknown(thread, payload, origin);
  }
}

/** An event is an object of one key that names its kind. */
function convertInner(thread: Thread, payload: Fields, origin: Origin): RolloutVerdict {
  const [kind = '', value] = Object.entries(asObject(payload.payload) ?? {})[0] ?? [];
  const fields = asObject(value) ?? {};
  const said = asWords(fields.text) ?? asWords(fields.transcript);
  switch (kind) {
    case 'InputTranscriptDone':
      if (said === undefined) return keepUnknown(thread, payload, origin);
      return tellEventPrompt(thread, { text: said, images: [], locals: [], nativeId: undefined }, origin);
    case 'OutputTranscriptDone':
      if (said === undefined) return keepUnknown(thread, payload, origin);
      return tellEventReply(thread, said, origin, { payload: {} });
    case 'HandoffRequested':
      return tell(thread, payload, origin, 'Handed over to the agent', handedOver(fields));
    case 'Error':
      return tell(thread, payload, origin, 'Voice conversation', asText(value) ?? asWords(fields.message), 'error');
    default:
      return keepUnknown(thread, payload, origin);
  }
}

function handedOver(fields: Fields): string | undefined {
  const lines = objectsIn(fields.active_transcript).map(
    ({ role, text }) => `${asText(role) ?? ''}: ${asText(text) ?? ''}`,
  );
  return asWords(fields.input_transcript) ?? asWords(lines.join('\n'));
}

function tell(
  thread: Thread,
  { type: _, ...fields }: Fields,
  { at, ref }: Origin,
  what: string,
  more: string | undefined,
  kind: 'info' | 'error' = 'info',
): RolloutVerdict {
  const text = more === undefined ? what : `${what}: ${more}`;
  thread.sink.notice({ kind, text, at, ref, extensions: { realtime: fields } });
  return 'converted';
}

function keepUnknown(thread: Thread, payload: Fields, { at, ref }: Origin): RolloutVerdict {
  thread.sink.unknown({ recordType: `event_msg.${asText(payload.type) ?? ''}`, raw: payload, at, ref });
  return 'unknown';
}
