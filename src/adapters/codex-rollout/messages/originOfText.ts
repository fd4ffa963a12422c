import type { MessageOrigin } from '../../../session/index.ts';
import type { TextPart } from './readContent.ts';

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
