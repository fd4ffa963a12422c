import type { MessageOrigin } from '../../session/index.ts';
import { objectsOf } from '../../session/internal.ts';
import { kindsOf, readContent, type TextPart } from './content.ts';
import type { Origin, Thread } from './thread.ts';

/** Texts that the program adds to the conversation in the person's role: how they begin and end, and who wrote them. */
const wrappers: readonly { begin: string; end: string; origin: MessageOrigin }[] = [
  { begin: '# agents.md instructions', end: '</instructions>', origin: 'context' },
  { begin: '<environment_context>', end: '</environment_context>', origin: 'context' },
  { begin: '<user_instructions>', end: '</user_instructions>', origin: 'context' },
  { begin: '<permissions instructions>', end: '</permissions instructions>', origin: 'context' },
  { begin: '<collaboration_mode>', end: '</collaboration_mode>', origin: 'context' },
  { begin: '<recommended_plugins>', end: '</recommended_plugins>', origin: 'context' },
  { begin: '<skill>', end: '</skill>', origin: 'context' },
  { begin: '<user_action>', end: '</user_action>', origin: 'context' },
  { begin: '<turn_aborted>', end: '</turn_aborted>', origin: 'system' },
  { begin: '<user_shell_command>', end: '</user_shell_command>', origin: 'shell' },
  { begin: '<subagent_notification>', end: '</subagent_notification>', origin: 'background_task' },
  {
    begin: '<agent_message_board_notification>',
    end: '</agent_message_board_notification>',
    origin: 'background_task',
  },
  { begin: '<hook_prompt', end: '</hook_prompt>', origin: 'hook' },
];

/** Maximum length of a wrapper's beginning or end, in characters, including white space. */
const EDGE = 120;

const imageMarker = /^<\/?image(?: [^<>]*)?>$/;

/** Who added a text in the person's role; undefined if it was the person. */
export function originOfText({ text, kind }: TextPart): MessageOrigin | undefined {
  if (kind !== undefined && kind !== '' && kind !== 'unknown') return kind.startsWith('user.') ? undefined : 'context';
  const head = text.slice(0, EDGE).trimStart().toLowerCase();
  const tail = text.slice(-EDGE).trimEnd().toLowerCase();
  return wrappers.find(({ begin, end }) => head.startsWith(begin) && tail.endsWith(end))?.origin;
}

/** Whether a text only marks the position of an image next to it. */
export function isImageMarker({ text }: TextPart): boolean {
  return text.length < 1024 && imageMarker.test(text.trim());
}

/** Emits what someone other than the person added to the conversation; returns its `seq`. */
export function emitContext(
  thread: Thread,
  text: string,
  { at, ref }: Origin,
  stated: { role: 'user' | 'system'; origin: MessageOrigin; nativeId?: string | undefined },
): number {
  thread.contexts.note(text);
  thread.facts.cwd ??= workdirIn(text);
  return thread.sink.message({ ...stated, text, at, ref });
}

/**
 * Emits the items of a compaction's new history that no message contained; its other items are copies. `history` is the list of items that
 * the session continues with.
 */
export function emitNewContexts(thread: Thread, history: unknown, origin: Origin): void {
  for (const item of objectsOf(history)) {
    if (item.type !== 'message' || item.role === 'assistant') continue;
    const fromUser = item.role === 'user';
    for (const part of readContent(item.content, kindsOf(item)).texts) {
      const put = fromUser ? originOfText(part) : 'context';
      if (put === undefined || part.text.trim() === '' || thread.contexts.stated(part.text)) continue;
      emitContext(thread, part.text, origin, { role: fromUser ? 'user' : 'system', origin: put });
    }
  }
}

const OPEN = '<cwd>';
const CLOSE = '</cwd>';

/** The directory in an `<environment_context>`, because old headers do not contain it. */
function workdirIn(text: string): string | undefined {
  if (!text.startsWith('<environment_context>')) return undefined;
  const start = text.indexOf(OPEN);
  const end = start === -1 ? -1 : text.indexOf(CLOSE, start);
  return end === -1 ? undefined : text.slice(start + OPEN.length, end).trim() || undefined;
}
