import type { RolloutVerdict } from '../descriptor.ts';
import { asList, asText, asWords, type Fields } from '../narrow.ts';
import type { Origin, Thread } from '../thread.ts';
import { originOfText } from './originOfText.ts';
import { imageOfUrl } from './readImage.ts';
import { tellContext } from './tellContext.ts';
import { tellPrompt } from './tellPrompt.ts';
import { tellReply } from './tellReply.ts';
import { withoutCitation } from './withoutCitation.ts';

/** A prompt as the screen showed it. */
export interface EventPrompt {
  text: string;
  /** URLs. */
  images: readonly string[];
  /** Paths. */
  locals: readonly string[];
  nativeId: string | undefined;
}

/** Kinds of message that the program puts there in the person's name (0.34 to 0.50). */
const contextKinds: ReadonlySet<unknown> = new Set(['environment_context', 'user_instructions']);

/** `user_message`: a prompt, or what the program put there in the person's name. */
export function convertUserEvent(thread: Thread, payload: Fields, origin: Origin): RolloutVerdict {
  const text = asText(payload.message) ?? '';
  if (contextKinds.has(payload.kind)) {
    if (thread.contexts.holds(text)) return { ignored: 'repeated_message' };
    tellContext(thread, text, origin, { role: 'user', origin: 'context' });
    return 'converted';
  }
  const wordsOf = (list: unknown): string[] => asList(list).flatMap((each) => asWords(each) ?? []);
  const prompt = { text, images: wordsOf(payload.images), locals: wordsOf(payload.local_images), nativeId: undefined };
  return tellEventPrompt(thread, prompt, origin);
}

/** Tells a prompt, unless the model's item told it; the paths of images stand only here. */
export function tellEventPrompt(thread: Thread, prompt: EventPrompt, origin: Origin): RolloutVerdict {
  const { text, images, locals, nativeId } = prompt;
  const put = originOfText({ text, kind: undefined });
  if (put !== undefined) {
    if (thread.contexts.holds(text)) return { ignored: 'repeated_message' };
    tellContext(thread, text, origin, { role: 'user', origin: put, nativeId });
    return 'converted';
  }
  if (thread.prompts.take(text, 'event') !== undefined) {
    if (locals.length === 0) return { ignored: 'repeated_message' };
    const { at, ref } = origin;
    thread.sink.notice({ kind: 'info', text: `Images attached: ${locals.join(', ')}`, at, ref });
    return 'converted';
  }
  thread.prompts.put(text, 'event', true);
  const named = locals.map((name) => ({ kind: 'image', name }) as const);
  tellPrompt(thread, { text, attachments: [...images.map(imageOfUrl), ...named], nativeId }, origin);
  return 'converted';
}

/** Tells a reply as the screen showed it, unless the model's item told it. */
export function tellEventReply(
  thread: Thread,
  text: string,
  origin: Origin,
  { nativeId, payload }: { nativeId?: string | undefined; payload: Fields },
): RolloutVerdict {
  const spoken = withoutCitation(text).trim();
  if (spoken === '' || thread.replies.take(spoken, 'event') !== undefined) return { ignored: 'repeated_message' };
  thread.replies.put(spoken, 'event', true);
  const kept = ['phase', 'memory_citation', 'proposed_plan'] as const;
  const extensions = Object.fromEntries(
    kept.flatMap((name) => (payload[name] == null ? [] : [[name, payload[name]] as const])),
  );
  tellReply(thread, text, origin, { nativeId, extensions });
  return 'converted';
}
