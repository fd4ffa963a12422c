import { diagnose, type SourceRef } from '../../session/index.ts';
import type { Assembly } from '../assembly.ts';
import type { Converter, SourceOutline } from '../contract.ts';
import { field, type JsonObject, textOf } from '../read/jsonObject.ts';
import type { StreamRecord } from '../read/readRecordStream.ts';
import { mostFrequent } from '../turn.ts';
import { abortCalls, endCall, settleCalls, startCall } from './calls.ts';
import type { IgnoreReason } from './descriptor.ts';
import { convertAssistantMessage, convertReasoning, convertSystemMessage, convertUserMessage } from './messages.ts';
import { convertNotice } from './notices.ts';
import { type CopilotEvent, CopilotSession, type CopilotVerdict } from './session.ts';
import { closeSession, describeStart } from './sessionRecords.ts';

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
      const data = field.object(found.value, 'data') ?? {};
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
    const [, key, value] = /^(name|branch|repository|cwd): ?["']?(.*?)["']?\s*$/.exec(line.slice(0, 2000)) ?? [];
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
