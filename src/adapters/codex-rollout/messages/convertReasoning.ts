import type { RolloutVerdict } from '../descriptor.ts';
import { asList, asObject, asWords, type Fields } from '../narrow.ts';
import type { Origin, Thread } from '../thread.ts';
import type { TwinSide } from '../twinPool.ts';

/** A `reasoning` item: its summary, its text, or that both are withheld. */
export function convertReasoning(thread: Thread, payload: Fields, origin: Origin): RolloutVerdict {
  const texts = [...textsOf(payload.summary), ...textsOf(payload.content)];
  if (texts.length > 0) return tellThoughts(thread, texts, 'item', origin, asWords(payload.id));
  thread.sink.thinking({ at: origin.at, ref: origin.ref, nativeId: asWords(payload.id) });
  return 'converted';
}

/** Tells thoughts, but for those that the other side told already. */
export function tellThoughts(
  thread: Thread,
  texts: readonly string[],
  side: TwinSide,
  { at, ref }: Origin,
  nativeId?: string,
): RolloutVerdict {
  const untold = texts.filter((text) => thread.thoughts.take(text, side) === undefined);
  if (untold.length === 0) return { ignored: 'repeated_thinking' };
  for (const text of untold) thread.thoughts.put(text, side, true);
  thread.sink.thinking({ text: untold.join('\n\n'), at, ref, nativeId });
  return 'converted';
}

/** A list of texts, or of parts with a text. */
function textsOf(parts: unknown): string[] {
  return asList(parts).flatMap((part) => asWords(part) ?? asWords(asObject(part)?.text) ?? []);
}
