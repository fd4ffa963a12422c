import type { MessageOrigin } from '../../../session/index.ts';
import { objectsIn } from '../narrow.ts';
import type { Origin, Thread } from '../thread.ts';
import { originOfText } from './originOfText.ts';
import { kindsOf, readContent } from './readContent.ts';

/** Tells what somebody or something else than the person put into the conversation; gives its place. */
export function tellContext(
  thread: Thread,
  text: string,
  { at, ref }: Origin,
  told: { role: 'user' | 'system'; origin: MessageOrigin; nativeId?: string | undefined },
): number {
  thread.contexts.note(text);
  thread.facts.cwd ??= workdirIn(text);
  return thread.sink.message({ ...told, text, at, ref });
}

/**
 * Tells what a compaction put into the new history that no message told: its other items are copies. `history` is the
 * list of items that goes on.
 */
export function tellNewContexts(thread: Thread, history: unknown, origin: Origin): void {
  for (const item of objectsIn(history)) {
    if (item.type !== 'message' || item.role === 'assistant') continue;
    const fromUser = item.role === 'user';
    for (const part of readContent(item.content, kindsOf(item)).texts) {
      const put = fromUser ? originOfText(part) : 'context';
      if (put === undefined || part.text.trim() === '' || thread.contexts.told(part.text)) continue;
      tellContext(thread, part.text, origin, { role: fromUser ? 'user' : 'system', origin: put });
    }
  }
}

const OPEN = '<cwd>';
const CLOSE = '</cwd>';

/** The directory in an `<environment_context>`: old headers do not name it. */
function workdirIn(text: string): string | undefined {
  if (!text.startsWith('<environment_context>')) return undefined;
  const start = text.indexOf(OPEN);
  const end = start === -1 ? -1 : text.indexOf(CLOSE, start);
  return end === -1 ? undefined : text.slice(start + OPEN.length, end).trim() || undefined;
}
