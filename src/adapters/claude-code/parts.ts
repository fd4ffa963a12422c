import type { MessageOrigin } from '../../session/index.ts';
import type { AttachmentPart } from '../assembly.ts';
import { field, fieldsOf, isJsonObject, type JsonObject, jsonText } from '../read/jsonObject.ts';
import type { Conversation, RecordStamp } from './conversation.ts';
import type { Run } from './run.ts';
import { readNotification, type UserPart } from './userText.ts';

interface Manner {
  /** The CLI put the text there for the model. */
  isMeta: boolean;
  origin: MessageOrigin | undefined;
  attachments: readonly AttachmentPart[] | undefined;
  extensions: Record<string, unknown> | undefined;
  /** Name of the agent that the text is for, in a team. */
  to?: string | undefined;
}

/** Converts a part of a user text into what it is: a message of the person or of the CLI, or a notice. */
export function emitPart(
  conversation: Conversation,
  run: Run,
  part: UserPart,
  stamp: RecordStamp,
  manner: Manner,
): void {
  const { attachments, extensions } = manner;
  const item = { ...stamp, attachments, extensions };
  switch (part.is) {
    case 'prompt':
      emitPrompt(conversation, run, part.text, stamp, manner);
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
      emitNotification(conversation, run, part.body, stamp);
      return;
    case 'interruption':
      run.turn = 'interrupted';
      run.notice({ ...stamp, kind: 'interruption', text: part.text, extensions });
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

function emitPrompt(conversation: Conversation, run: Run, text: string, stamp: RecordStamp, manner: Manner): void {
  const { isMeta, origin, attachments, extensions } = manner;
  const item = { ...stamp, text, attachments, extensions };
  if (isMeta) {
    // If the command asks the model something, the text follows; the command is then the person's prompt.
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

/** A background task has ended or needs attention: a notice, and the end of the call that started it. */
export function emitNotification(
  conversation: Conversation,
  run: Run,
  body: string,
  stamp: Partial<RecordStamp>,
): void {
  const note = readNotification(body);
  const { toolUseId, taskId, outcome, tokens, toolUses, durationMs } = note;
  const byCall = toolUseId === undefined ? undefined : conversation.runOfCall(toolUseId)?.run;
  const call =
    byCall === undefined || toolUseId === undefined
      ? conversation.background.find(taskId)
      : { run: byCall, callId: toolUseId };
  const isHere = call !== undefined && call.run === run;
  run.notice({
    ...stamp,
    kind: 'background_task',
    text: note.text,
    nativeCallId: isHere ? call.callId : undefined,
    durationMs,
    extensions: {
      ...note.extensions,
      ...(taskId === undefined ? {} : { task_id: taskId }),
      ...(toolUseId === undefined ? {} : { tool_use_id: toolUseId }),
    },
  });
  if (call === undefined) return;
  if (taskId !== undefined) conversation.ended.add(taskId);
  const error = outcome === 'failed' ? note.text.split('\n', 1)[0] : undefined;
  conversation.background.finish(call, { at: stamp.at, outcome, durationMs, error });
  const figures = {
    ...(tokens === undefined ? {} : { tokens_used: tokens }),
    ...(toolUses === undefined ? {} : { tool_uses: toolUses }),
  };
  if (Object.keys(figures).length === 0) return;
  // A message to a running agent does not name the agent's type; the call that started the agent does.
  const isStart = conversation.links.startOf(call.callId) !== undefined;
  const type = isStart ? undefined : conversation.links.typeOf(taskId);
  call.run.sink.amendCall(
    call.callId,
    isStart || type !== undefined
      ? { subagent: { ...figures, ...(type === undefined ? {} : { subagent_type: type }) } }
      : { extensions: figures },
  );
}

/** The blocks of a message; a plain text is one block. Undefined if there is no readable content. */
export function contentBlocks(record: JsonObject): readonly JsonObject[] | undefined {
  const { message } = record;
  if (typeof message === 'string') return [{ type: 'text', text: message }];
  if (!isJsonObject(message)) return undefined;
  return blocksOf(message.content);
}

/** The blocks of a content; bare strings among them count as text. */
export function blocksOf(content: unknown): readonly JsonObject[] | undefined {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (isJsonObject(content)) return [content];
  if (!Array.isArray(content)) return undefined;
  if (content.every(isJsonObject)) return content;
  return content.flatMap((block: unknown) => {
    if (typeof block === 'string') return [{ type: 'text', text: block }];
    return isJsonObject(block) ? [block] : [];
  });
}

/** An image or a document as an attachment; undefined for any other block. */
export function attachmentOf(block: JsonObject): AttachmentPart | undefined {
  if (block.type !== 'image' && block.type !== 'document') return undefined;
  const source = fieldsOf(block.source);
  const isText = source.type === 'text';
  const data = field.text(source, 'data');
  return {
    kind: block.type,
    media_type: field.text(source, 'media_type'),
    name: field.text(block, 'title') ?? field.text(source, 'url'),
    text: isText ? data : undefined,
    base64: isText ? undefined : data,
  };
}

/** The text of a result's content: its text blocks, and placeholders for other blocks. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  const texts = (blocksOf(content) ?? []).flatMap((block) => {
    if (block.type === 'tool_reference') return [field.text(block, 'tool_name') ?? ''];
    const text = field.text(block, 'text');
    if (text !== undefined) return [text];
    return attachmentOf(block) === undefined ? [jsonText(block)] : [];
  });
  return texts.join('\n');
}
