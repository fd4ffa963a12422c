import type { MessageOrigin } from '../../session/index.ts';
import { kindsOf, readContent, type TextPart } from './content.ts';
import { objectsIn } from './narrow.ts';
import type { Origin, Thread } from './thread.ts';

/** Texts that the program puts into the conversation in the person's name: how they begin, how they end, whose they are. */
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

/** Longest beginning or end of a wrapper, in characters, with room for white space. */
const EDGE = 120;

const imageMarker = /^<\/?image(?: [^<>]*)?>$/;

/** Who put a text there in a person's name; undefined where it was the person. */
export function originOfText({ text, kind }: TextPart): MessageOrigin | undefined {
  if (kind !== undefined && kind !== '' && kind !== 'unknown') return kind.startsWith('user.') ? undefined : 'context';
  const head = text.slice(0, EDGE).trimStart().toLowerCase();
  const tail = text.slice(-EDGE).trimEnd().toLowerCase();
  return wrappers.find(({ begin, end }) => head.startsWith(begin) && tail.endsWith(end))?.origin;
}

/** Whether a text only marks the place of an image that stands beside it. */
export function isImageMarker({ text }: TextPart): boolean {
  return text.length < 1024 && imageMarker.test(text.trim());
}

/** Tells what somebody or something else than the person put into the conversation; gives its place. */
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
 * Tells what a compaction put into the new history that no message told: its other items are copies. `history` is the
 * list of items that goes on.
 */
export function emitNewContexts(thread: Thread, history: unknown, origin: Origin): void {
  for (const item of objectsIn(history)) {
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

/** The directory in an `<environment_context>`: old headers do not name it. */
function workdirIn(text: string): string | undefined {
  if (!text.startsWith('<environment_context>')) return undefined;
  const start = text.indexOf(OPEN);
  const end = start === -1 ? -1 : text.indexOf(CLOSE, start);
  return end === -1 ? undefined : text.slice(start + OPEN.length, end).trim() || undefined;
}

/** So many texts are remembered; a text is repeated within a few records or not at all. */
const REMEMBERED = 16;

/** Remembers what was put into the conversation as context, since later records tell it again. */
export interface ContextLog {
  /** Whether a remembered text holds this one. */
  holds(text: string): boolean;
  /** Whether just this text, but for white space around it, was told at any time. */
  stated(text: string): boolean;
  note(text: string): void;
  /** Whether no text so far held the one that was awaited. */
  readonly awaits: boolean;
}

/** `awaited` is looked for in every text from the beginning on. */
export function createContextLog(awaited: string | undefined): ContextLog {
  const texts: string[] = [];
  const all = new Set<string>();
  const wanted = awaited?.trim();
  let awaits = wanted !== undefined;
  return {
    stated: (text) => all.has(text.trim()),
    holds: (text) => texts.some((stated) => stated.includes(text.trim())),
    note(text) {
      if (awaits && wanted !== undefined && text.includes(wanted)) awaits = false;
      texts.push(text);
      all.add(text.trim());
      if (texts.length > REMEMBERED) texts.shift();
    },
    get awaits() {
      return awaits;
    },
  };
}
