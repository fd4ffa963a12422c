import type { MessageOrigin } from '../../../session/index.ts';
import type { Origin, Thread } from '../thread.ts';

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

const OPEN = '<cwd>';
const CLOSE = '</cwd>';

/** The directory in an `<environment_context>`: old headers do not name it. */
function workdirIn(text: string): string | undefined {
  if (!text.startsWith('<environment_context>')) return undefined;
  const start = text.indexOf(OPEN);
  const end = start === -1 ? -1 : text.indexOf(CLOSE, start);
  return end === -1 ? undefined : text.slice(start + OPEN.length, end).trim() || undefined;
}
