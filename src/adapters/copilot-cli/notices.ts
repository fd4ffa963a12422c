import type { NoticeKind } from '../../session/index.ts';
import { field, fieldsOf, isJsonObject, type JsonObject, jsonText, textOf } from '../read/jsonObject.ts';
import { permissionText } from './calls.ts';
import {
  type CopilotEvent,
  type CopilotRun,
  type CopilotSession,
  type CopilotVerdict,
  convertSubagent,
} from './session.ts';

/** Everything that is neither message nor call: changes, errors, questions and permissions. */
export function convertNotice(session: CopilotSession, run: CopilotRun, event: CopilotEvent): CopilotVerdict {
  const { type, data, stamp } = event;
  const notice = (kind: NoticeKind, text: string | undefined, more: object = {}): CopilotVerdict => {
    run.sink.notice({ ...stamp, kind, text: text ?? type, ...more });
    return 'converted';
  };
  switch (type) {
    case 'permission.requested':
      return askPermission(session, event);
    case 'permission.completed':
      return givePermission(session, run, event);
    case 'hook.start':
      return { ignored: 'silent_hook' };
    case 'hook.end':
      return endHook(run, event);
    case 'subagent.started':
    case 'subagent.completed':
    case 'subagent.failed':
      return convertSubagent(session, event);
    case 'subagent.selected':
      return notice('mode_change', `Agent: ${textOf(data.agentDisplayName ?? data.agentName)}`);
    case 'skill.invoked':
      run.sink.message({
        ...stamp,
        role: 'system',
        origin: 'context',
        text: field.text(data, 'content') ?? `Skill: ${textOf(data.name)}`,
        extensions: { skill: data.name, path: data.path },
      });
      return 'converted';
    case 'system.notification':
      return notice('background_task', field.text(data, 'content'), { extensions: { kind: data.kind } });
    case 'session.resume': {
      session.ended = 'no';
      return notice('info', 'Session resumed');
    }
    case 'session.info':
      return notice('info', data.infoType === 'rewind' ? rewindText(data) : field.text(data, 'message'), {
        extensions: { info_type: data.infoType },
      });
    case 'session.warning':
      return notice('warning', field.text(data, 'message'));
    case 'session.error':
      run.state = 'failed';
      return notice('api_error', field.text(data, 'message'), { extensions: errorFields(data) });
    case 'session.model_change':
      return notice('model_change', changeText('Model', data.previousModel, data.newModel), {
        extensions: { reasoning_effort: data.reasoningEffort ?? undefined },
      });
    case 'session.auto_mode_resolved':
      return notice('model_change', `Model chosen: ${textOf(data.chosenModel)}`, {
        extensions: { candidates: data.candidateModels, predicted: data.predictedLabel },
      });
    case 'session.mode_changed':
      return notice('mode_change', changeText('Mode', data.previousMode, data.newMode));
    case 'session.permissions_changed':
      return notice('mode_change', changeText('Allow all', data.previousAllowAllPermissions, data.allowAllPermissions));
    case 'session.context_changed':
      return notice('info', `Working directory: ${textOf(data.cwd)}`, { workdir: field.text(data, 'cwd') });
    case 'session.context_cleared':
      return notice('info', 'The context was cleared');
    case 'session.plan_changed':
      return notice('info', `The plan was changed: ${textOf(data.operation ?? '')}`.trim());
    case 'session.compaction_start':
      return { ignored: 'progress' };
    case 'session.compaction_complete':
      return endCompaction(run, event);
    case 'session.truncation':
      return notice('truncation', 'The context was cut', {
        tokensBefore: positive(data, 'preTruncationTokensInMessages'),
        tokensAfter: positive(data, 'postTruncationTokensInMessages'),
        extensions: { ...data },
      });
    case 'session.task_complete':
      return notice('info', field.text(data, 'summary') ?? 'Task complete');
    case 'session.handoff':
      return notice('info', field.text(data, 'summary') ?? 'Handed off');
    case 'session.binary_asset':
      run.sink.message({
        ...stamp,
        role: 'system',
        origin: 'system',
        text: '',
        attachments: [{ kind: 'file', media_type: field.text(data, 'mimeType'), base64: field.text(data, 'data') }],
      });
      return 'converted';
  }
  run.sink.unknown({ ...stamp, recordType: type, raw: event.record });
  return 'unknown';
}

/** A rewind removes its records from the file: only the fact that it happened is left. */
function rewindText(data: JsonObject): string {
  return `${field.text(data, 'message') ?? 'Rewound'}\nWhat was rewound is no longer in the log.`;
}

function changeText(what: string, before: unknown, after: unknown): string {
  const from = before === undefined || before === null ? '' : `${textOf(before)} → `;
  return `${what}: ${from}${textOf(after)}`;
}

function errorFields(data: JsonObject): Record<string, unknown> {
  return { error_type: data.errorType, ...(data.statusCode === undefined ? {} : { status: data.statusCode }) };
}

function positive(data: JsonObject, key: string): number | undefined {
  const value = field.number(data, key);
  return value === undefined || value < 0 ? undefined : value;
}

function endCompaction(run: CopilotRun, { data, stamp }: CopilotEvent): CopilotVerdict {
  const summary = field.text(data, 'summaryContent');
  run.sink.notice({
    ...stamp,
    kind: 'compaction',
    text: data.success === false ? `Compaction failed: ${anyText(data.error) ?? ''}` : 'Conversation compacted',
    tokensBefore: positive(data, 'preCompactionTokens'),
    tokensAfter: positive(data, 'postCompactionTokens'),
    extensions: { trigger: data.trigger, messages_removed: data.messagesRemoved },
  });
  if (summary !== undefined) run.sink.message({ ...stamp, role: 'system', origin: 'context', text: summary });
  return 'converted';
}

function endHook(run: CopilotRun, { data, stamp }: CopilotEvent): CopilotVerdict {
  const said = anyText(data.error) ?? anyText(data.output);
  if (said === undefined) return { ignored: 'silent_hook' };
  run.sink.notice({
    ...stamp,
    kind: 'hook',
    text: `${textOf(data.hookType)}: ${said}`,
    extensions: { success: data.success === true },
  });
  return 'converted';
}

function askPermission(session: CopilotSession, { data, stamp }: CopilotEvent): CopilotVerdict {
  const callId = field.text(fieldsOf(data.permissionRequest), 'toolCallId');
  session.asked.set(textOf(data.requestId), { callId, about: permissionText(data), at: stamp.at });
  return { ignored: 'approval' };
}

function givePermission(session: CopilotSession, near: CopilotRun, { data, stamp }: CopilotEvent): CopilotVerdict {
  const asked = session.asked.get(textOf(data.requestId));
  session.asked.delete(textOf(data.requestId));
  const result = fieldsOf(data.result);
  const kind = field.text(result, 'kind') ?? '';
  const feedback = field.text(result, 'feedback');
  const callId = asked?.callId ?? field.text(data, 'toolCallId');
  const run = callId === undefined ? near : session.runOfCall(callId, near);
  if (callId !== undefined && asked?.at !== undefined && stamp.at !== undefined)
    run.sink.amendCall(callId, { approval: { askedAt: asked.at, answeredAt: stamp.at } });
  if (kind.startsWith('approved') && feedback === undefined) return { ignored: 'approval' };
  run.sink.notice({
    ...stamp,
    kind: 'info',
    text: [`Permission ${kind}: ${asked?.about ?? ''}`.trim(), ...(feedback === undefined ? [] : [feedback])].join(
      '\n',
    ),
    nativeCallId: callId,
  });
  if (callId !== undefined && kind.startsWith('denied')) run.sink.amendCall(callId, { outcome: 'denied' });
  if (callId !== undefined && kind === 'cancelled') run.sink.amendCall(callId, { outcome: 'cancelled' });
  return 'converted';
}

/** What an output says, be it a text or an object with a message; undefined for nothing. */
function anyText(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (isJsonObject(value)) return field.text(value, 'message') ?? jsonText(value);
  return textOf(value);
}
