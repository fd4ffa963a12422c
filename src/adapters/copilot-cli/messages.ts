import type { AttachmentPart } from '../assembly.ts';
import { field, type JsonObject, textOf } from '../read/jsonObject.ts';
import { noteRequests } from './calls.ts';
import type { CopilotEvent, CopilotRun, CopilotSession, CopilotVerdict } from './session.ts';

/** What a person typed; the model saw it surrounded by reminders. */
export function convertUserMessage(session: CopilotSession, run: CopilotRun, event: CopilotEvent): CopilotVerdict {
  const { data, stamp } = event;
  const text = field.text(data, 'content') ?? '';
  const injected = field.text(data, 'source') !== undefined && run === session.main;
  const shown = field.text(data, 'transformedContent');
  const mode = field.text(data, 'agentMode');
  const attachments = field.objects(data, 'attachments').map(attachmentOf);
  run.state = 'asked';
  run.sink.message({
    ...stamp,
    role: injected ? 'system' : 'user',
    text,
    origin: injected ? 'context' : mode === 'shell' ? 'shell' : data.delivery === 'queued' ? 'queued' : undefined,
    ...(attachments.length === 0 ? {} : { attachments }),
    extensions: {
      ...(shown === undefined || shown === text ? {} : { transformed_content: shown }),
      ...(mode === undefined ? {} : { agent_mode: mode }),
      ...(injected ? { source: data.source } : {}),
    },
  });
  return 'converted';
}

function attachmentOf(part: JsonObject): AttachmentPart {
  const mediaType = field.text(part, 'mimeType');
  return {
    kind: mediaType?.startsWith('image/') === true ? 'image' : 'file',
    media_type: mediaType,
    name: field.text(part, 'displayName') ?? field.text(part, 'path') ?? textOf(part.type),
    base64: field.text(part, 'data'),
  };
}

/** A reply: what the model thought, said and asked for. */
export function convertAssistantMessage(session: CopilotSession, run: CopilotRun, event: CopilotEvent): CopilotVerdict {
  const { data, stamp } = event;
  const messageId = field.text(data, 'messageId');
  const before = session.counted.size;
  const again = messageId !== undefined && session.counted.add(messageId) < before;
  const text = field.text(data, 'content') ?? '';
  noteRequests(run, event);
  if (again && (text === '' || text === run.lastText)) return { ignored: 'repeated_message' };
  const model = field.text(data, 'model');
  if (run === session.main) session.noteModel(model);
  emitThinking(run, event);
  if (text.trim() !== '') run.sink.message({ ...stamp, role: 'assistant', text, model });
  run.lastText = text;
  run.state = 'answered';
  const output = field.number(data, 'outputTokens');
  if (output !== undefined && output >= 0 && !again) {
    session.usage.note(output, run !== session.main);
    run.sink.usage({ ...stamp, usage: { output }, model });
  }
  return 'converted';
}

/** Thoughts without a text were withheld: only their encrypted form is there. */
function emitThinking(run: CopilotRun, { data, stamp }: CopilotEvent): void {
  const text = field.text(data, 'reasoningText');
  if (text !== undefined && text.trim() !== '') {
    if (text !== run.lastThinking) run.sink.thinking({ ...stamp, text });
  } else if (typeof data.reasoningOpaque === 'string') run.sink.thinking({ ...stamp });
  run.lastThinking = undefined;
}

/** Thoughts in a record of their own, which the following message may repeat. */
export function convertReasoning(run: CopilotRun, { data, stamp }: CopilotEvent): CopilotVerdict {
  const text = field.text(data, 'content');
  run.sink.thinking({ ...stamp, text });
  run.lastThinking = text;
  return 'converted';
}

/** The instructions for the model, again after each change. */
export function convertSystemMessage(run: CopilotRun, { data, stamp }: CopilotEvent): CopilotVerdict {
  const text = field.text(data, 'content') ?? '';
  if (text === run.instructions) return { ignored: 'repeated_system' };
  run.instructions = text;
  run.sink.message({ ...stamp, role: 'system', origin: 'context', text });
  return 'converted';
}
