import type { MessageOrigin } from '../../../session/index.ts';
import type { AttachmentPart } from '../../assembly.ts';
import type { Conversation, Place } from '../conversation.ts';
import type { Run } from '../run.ts';
import type { UserPart } from '../text/splitUserText.ts';
import { giveNotification } from './giveNotification.ts';

interface Manner {
  /** The CLI put the text there for the model. */
  isMeta: boolean;
  origin: MessageOrigin | undefined;
  attachments: readonly AttachmentPart[] | undefined;
  extensions: Record<string, unknown> | undefined;
  /** Name of the agent that the text is for, in a team. */
  to?: string | undefined;
}

/** Makes of a part of a user text what it is: a person's message, the CLI's, or a notice. */
export function givePart(conversation: Conversation, run: Run, part: UserPart, place: Place, manner: Manner): void {
  const { attachments, extensions } = manner;
  const item = { ...place, attachments, extensions };
  switch (part.is) {
    case 'prompt':
      givePrompt(conversation, run, part.text, place, manner);
      return;
    case 'command':
      run.command = part.text.includes(' ') ? part.text : undefined;
      run.message({
        ...item,
        role: 'user',
        origin: 'command',
        text: part.text,
        extensions: withMore(extensions, { command_message: part.label, command_contents: part.contents }),
      });
      return;
    case 'command_output':
      run.command = undefined;
      run.message({ ...item, role: 'system', origin: 'command', text: part.text });
      return;
    case 'shell':
      run.message({ ...item, role: 'user', origin: 'shell', text: part.text });
      return;
    case 'shell_output':
      run.message({ ...item, role: 'system', origin: 'shell', text: part.text });
      return;
    case 'memory':
      run.message({ ...item, role: 'user', origin: 'command', text: `# ${part.text}` });
      return;
    case 'context':
      run.message({
        ...item,
        role: 'system',
        origin: 'context',
        text: part.text,
        extensions: withMore(extensions, { tag: part.tag }),
      });
      return;
    case 'hook':
      run.message({ ...item, role: 'system', origin: 'hook', text: part.text });
      return;
    case 'teammate':
      run.firstPrompt ??= part.text;
      run.turn = 'asked';
      run.message({
        ...item,
        role: 'user',
        origin: 'teammate',
        from: part.from,
        to: manner.to,
        text: part.text,
        extensions: withMore(extensions, { summary: part.summary }),
      });
      return;
    case 'notification':
      giveNotification(conversation, run, part.body, place);
      return;
    case 'interruption':
      run.turn = 'interrupted';
      run.notice({ ...place, kind: 'interruption', text: part.text, extensions });
      return;
  }
}

function notePrompt(conversation: Conversation, run: Run, text: string): void {
  if (run.firstPrompt !== undefined) return;
  run.firstPrompt = text;
  if (run === conversation.main) conversation.session.describe({ prompt: text });
}

const hookMarks = [
  'Stop hook feedback:',
  'SubagentStop hook feedback:',
  'PreToolUse',
  'PostToolUse',
  'UserPromptSubmit',
];

function givePrompt(conversation: Conversation, run: Run, text: string, place: Place, manner: Manner): void {
  const { isMeta, origin, attachments, extensions } = manner;
  const item = { ...place, text, attachments, extensions };
  if (isMeta) {
    // What a command asks the model follows it; then the command is the person's prompt.
    if (run.command !== undefined) notePrompt(conversation, run, run.command);
    run.command = undefined;
    const fromHook = hookMarks.some((mark) => text.startsWith(mark));
    run.message({ ...item, role: 'system', origin: fromHook ? 'hook' : 'context' });
    return;
  }
  if (origin === undefined || origin === 'queued') notePrompt(conversation, run, text);
  run.turn = 'asked';
  run.message({ ...item, role: 'user', origin });
}

function withMore(
  extensions: Record<string, unknown> | undefined,
  more: Record<string, string | undefined>,
): Record<string, unknown> | undefined {
  const given = Object.entries(more).filter(([, value]) => value !== undefined);
  return given.length === 0 ? extensions : { ...extensions, ...Object.fromEntries(given) };
}
