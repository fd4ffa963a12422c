import { diagnose, type SourceRef } from '../../session/index.ts';
import type { Assembly, AttachmentPart } from '../assembly.ts';
import type { Converter, SourceOutline } from '../contract.ts';
import { field, fieldsOf, type JsonObject, textOf } from '../read/jsonObject.ts';
import type { StreamRecord } from '../read/readRecordStream.ts';
import { mostFrequent } from '../turn.ts';
import { abortCalls, endCall, noteRequests, settleCalls, startCall } from './calls.ts';
import type { IgnoreReason } from './detect.ts';
import { convertNotice } from './notices.ts';
import {
  type CopilotEvent,
  type CopilotRun,
  CopilotSession,
  type CopilotVerdict,
  closeSession,
  describeStart,
} from './session.ts';

/** Turns the events of a log into its session; subagents are runs of their own. */
export function createCopilotConverter(
  assembly: Assembly,
  { names }: SourceOutline,
): Converter<StreamRecord, IgnoreReason> {
  const sessions = new Map<string, CopilotSession>();
  const workspace = new Map<string, string>();
  let current: CopilotSession | undefined;
  const sessionOf = (id: string): CopilotSession => {
    const known = sessions.get(id) ?? new CopilotSession(id, assembly.session(id || 'session'));
    sessions.set(id, known);
    current = known;
    void assembly.session(id || 'session');
    return known;
  };
  return {
    record(found, ref) {
      if (names[ref.source]?.endsWith('.yaml') === true && found.is === 'text') {
        readWorkspace(found.text, workspace);
        return 'converted';
      }
      if (found.is === 'text') return keepText(current ?? sessionOf(''), found.text, ref);
      const data = fieldsOf(found.value.data);
      const id = found.value.type === 'session.start' ? field.text(data, 'sessionId') : undefined;
      const session = id === undefined ? (current ?? sessionOf('')) : sessionOf(id);
      return convertEvent(session, eventOf(found.value, data, ref));
    },
    describe() {
      for (const session of sessions.values()) describeSession(session, workspace);
    },
    end() {
      for (const session of sessions.values()) {
        for (const { run } of [{ run: session.main }, ...session.subagents.values()]) settleCalls(run);
        describeSession(session, workspace);
      }
      if (sessions.size === 0) assembly.report(diagnose('empty-source'));
    },
  };
}

/** The name that a person gave the session, and the branch: two lines of a short file. */
function readWorkspace(text: string, workspace: Map<string, string>): void {
  for (const line of text.split('\n')) {
    const [, key, value] = /^(name|branch|repository|cwd): ?["']?(.*?)["']?$/.exec(line.slice(0, 2000).trimEnd()) ?? [];
    if (key !== undefined && value !== undefined && value !== '') workspace.set(key, value);
  }
}

/** Text that is no record: the program's own log may be mixed in. */
function keepText({ main }: CopilotSession, text: string, ref: SourceRef): CopilotVerdict {
  main.sink.notice({ ref, kind: 'info', text });
  return 'converted';
}

function eventOf(record: JsonObject, data: JsonObject, ref: SourceRef): CopilotEvent {
  const stamp = { ref, at: field.text(record, 'timestamp'), nativeId: field.text(record, 'id') };
  return { type: textOf(record.type), data, record, stamp };
}

/** Pieces that only captures of the output contain. */
const ephemeral = new Set([
  ...['assistant.message_delta', 'assistant.reasoning_delta', 'assistant.streaming_delta', 'assistant.intent'],
  ...['assistant.message_start', 'tool.execution_partial_result', 'tool.execution_progress', 'session.idle'],
  ...['session.background_tasks_changed', 'pending_messages.modified', 'session.snapshot_rewind'],
]);

function convertEvent(session: CopilotSession, event: CopilotEvent): CopilotVerdict {
  const { type } = event;
  const run = session.runOf(event);
  switch (type) {
    case 'session.start':
      describeStart(session, event);
      return 'converted';
    case 'session.shutdown':
      return closeSession(session, event);
    case 'user.message':
      return convertUserMessage(session, run, event);
    case 'assistant.message':
      return convertAssistantMessage(session, run, event);
    case 'assistant.reasoning':
      return convertReasoning(run, event);
    case 'system.message':
      return convertSystemMessage(run, event);
    case 'tool.execution_start':
    case 'tool.user_requested':
      return startCall(session, run, event);
    case 'tool.execution_complete':
      return endCall(session, run, event);
    case 'abort':
      abortCalls(session);
      run.state = 'interrupted';
      run.sink.notice({ ...event.stamp, kind: 'interruption', text: `Aborted: ${textOf(event.data.reason)}` });
      return 'converted';
    case 'assistant.turn_start':
    case 'assistant.turn_end':
      return { ignored: 'turn_mark' };
    case 'session.usage_checkpoint':
      return { ignored: 'usage_checkpoint' };
  }
  if (ephemeral.has(type) || (event.record.ephemeral === true && type.endsWith('_delta'))) {
    return { ignored: 'ephemeral' };
  }
  return convertNotice(session, run, event);
}

function describeSession(session: CopilotSession, workspace: ReadonlyMap<string, string>): void {
  const { sink, main, ended, usage, models, id } = session;
  const model = mostFrequent(models);
  sink.describe({
    nativeId: id || undefined,
    title: workspace.get('name'),
    modelId: model,
    usage: usage.ownRun(),
    ...endingOf(main.state, ended),
  });
  for (const { sink: sub, run } of session.subagents.values()) {
    if (run.state === 'interrupted') sub.describe({ status: 'failed', outcome: 'interrupted' });
  }
}

function endingOf(state: CopilotSession['main']['state'], ended: CopilotSession['ended']) {
  if (state === 'interrupted') return { status: 'failed', outcome: 'interrupted' } as const;
  if (state === 'failed' || ended === 'error') return { status: 'failed', outcome: 'failed' } as const;
  // Closing a session before it answers means not waiting for the answer.
  if (ended === 'routine' && state === 'asked') {
    return { status: 'failed', outcome: 'interrupted', inferred: ['status'] } as const;
  }
  if (ended === 'routine') return { status: 'success', outcome: 'succeeded' } as const;
  return { status: 'in_progress', outcome: 'unknown', inferred: ['status'] } as const;
}

/** What a person typed; the model saw it surrounded by reminders. Of what the program asked by itself there are only its own words. */
function convertUserMessage(session: CopilotSession, run: CopilotRun, event: CopilotEvent): CopilotVerdict {
  const { data, stamp } = event;
  const typed = field.text(data, 'content') ?? '';
  const shown = field.text(data, 'transformedContent');
  const mode = field.text(data, 'agentMode');
  const attachments = field.objects(data, 'attachments').map(attachmentOf);
  const isProgramsOwn = typed.trim() === '' && attachments.length === 0 && shown !== undefined;
  const text = isProgramsOwn ? shown : typed;
  const isContinuation = isProgramsOwn || data.isAutopilotContinuation === true;
  const injected = run === session.main && (isContinuation || field.text(data, 'source') !== undefined);
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
      ...(injected && data.source !== undefined ? { source: data.source } : {}),
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
function convertAssistantMessage(session: CopilotSession, run: CopilotRun, event: CopilotEvent): CopilotVerdict {
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
function convertReasoning(run: CopilotRun, { data, stamp }: CopilotEvent): CopilotVerdict {
  const text = field.text(data, 'content');
  run.sink.thinking({ ...stamp, text });
  run.lastThinking = text;
  return 'converted';
}

/** The instructions for the model, again after each change. */
function convertSystemMessage(run: CopilotRun, { data, stamp }: CopilotEvent): CopilotVerdict {
  const text = field.text(data, 'content') ?? '';
  if (text === run.instructions) return { ignored: 'repeated_system' };
  run.instructions = text;
  run.sink.message({ ...stamp, role: 'system', origin: 'context', text });
  return 'converted';
}
