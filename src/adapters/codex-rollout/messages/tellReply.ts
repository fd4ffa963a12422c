import type { Origin, Thread } from '../thread.ts';

/** Tells what the assistant said. */
export function tellReply(
  thread: Thread,
  text: string,
  { at, ref }: Origin,
  more: { nativeId?: string | undefined; extensions?: Record<string, unknown> | undefined },
): void {
  thread.facts.lastReply = text;
  thread.turns.reply();
  thread.sink.message({ role: 'assistant', text, at, ref, model: thread.settings.model, ...more });
}
