import type { RolloutVerdict } from '../descriptor.ts';
import { joinTexts, readContent } from '../messages/readContent.ts';
import { asText, asWords, type Fields } from '../narrow.ts';
import type { Origin, Thread } from '../thread.ts';
import type { TwinSide } from '../twinPool.ts';

/**
 * A message between agents, as an item (`agent_message`) or a record of its own (`inter_agent_communication`). To the
 * agent that gets it, it is what a prompt is from a person.
 */
export function convertLetter(thread: Thread, payload: Fields, side: TwinSide, { at, ref }: Origin): RolloutVerdict {
  const from = asWords(payload.author);
  const to = asWords(payload.recipient);
  const content = readContent(payload.content);
  const text = asText(payload.content) ?? joinTexts(content.texts);
  const key = `${from ?? ''} ${to ?? ''} ${text}`;
  if (thread.letters.take(key, side) !== undefined) return { ignored: 'repeated_message' };
  thread.letters.put(key, side, true);
  const withheld = content.encrypted > 0 || asText(payload.encrypted_content) !== undefined;
  const own = thread.header.agent?.path;
  const sent = own === undefined ? from === '/root' && to !== '/root' : from === own;
  const seq = thread.sink.message({
    role: sent ? 'assistant' : 'user',
    origin: 'teammate',
    text,
    from,
    to,
    at,
    ref,
    nativeId: asWords(payload.id),
    extensions: withheld ? { encrypted: true } : undefined,
  });
  if (!sent) {
    thread.turns.prompt(seq);
    if (text.trim() !== '') thread.facts.task ??= text;
  }
  return 'converted';
}
