import type { Verdict } from '../contract.ts';
import { field, isJsonObject, type JsonObject, jsonText, textOf } from '../read/jsonObject.ts';
import type { IgnoreReason } from './descriptor.ts';
import type { KimiRun, KimiStamp } from './run.ts';

const progress = new Set([
  ...[
    'StepBegin',
    'TurnEnd',
    'CompactionBegin',
    'MCPLoadingBegin',
    'MCPLoadingEnd',
    'MCPStatusSnapshot',
    'HookTriggered',
  ],
  ...['ToolCallRequest'],
]);

/** An event of kimi-cli, of the session or of a subagent. */
export function convertEvent(run: KimiRun, type: string, payload: JsonObject, stamp: KimiStamp): Verdict<IgnoreReason> {
  switch (type) {
    case 'TurnBegin':
      run.message('user', payload.user_input, stamp);
      return 'converted';
    case 'SteerInput':
      run.message('user', payload.user_input ?? payload.content, stamp, 'queued');
      return 'converted';
    case 'ContentPart':
      if (run.part(payload, stamp)) return 'converted';
      break;
    case 'ToolCall': {
      const call = field.object(payload, 'function') ?? {};
      run.beginCall(
        field.text(payload, 'id'),
        field.text(call, 'name') ?? 'unknown',
        field.text(call, 'arguments') ?? '',
        stamp,
      );
      return 'converted';
    }
    case 'ToolCallPart':
      if (run.continueCall(field.text(payload, 'arguments_part') ?? '', stamp)) return 'converted';
      break;
    case 'ToolResult':
      convertResult(run, payload, stamp);
      return 'converted';
    case 'StatusUpdate': {
      const usage = field.object(payload, 'token_usage');
      return usage !== undefined && run.emitUsage(usage, stamp) ? 'converted' : { ignored: 'status' };
    }
    case 'ApprovalRequest':
      run.asked.set(field.text(payload, 'id') ?? '', field.text(payload, 'tool_call_id') ?? '');
      return { ignored: 'approval' };
    case 'ApprovalResponse':
    case 'ApprovalRequestResolved':
      return convertApproval(run, payload, stamp);
    default: {
      const text = noticeText(type, payload);
      if (text === undefined) break;
      run.notice(...text, stamp);
      if (type === 'StepInterrupted') run.state = 'interrupted';
      return 'converted';
    }
  }
  if (progress.has(type)) return { ignored: 'progress' };
  run.flush();
  run.sink.unknown({ ...stamp, recordType: type, raw: payload });
  return 'unknown';
}

function convertResult(run: KimiRun, payload: JsonObject, stamp: KimiStamp): void {
  const value = field.object(payload, 'return_value') ?? {};
  const output = Array.isArray(value.output) ? value.output.map(partText).join('\n') : textOf(value.output ?? '');
  const message = field.text(value, 'message') ?? '';
  const text = [output.trimEnd(), output.includes(message) ? '' : message].filter((each) => each !== '').join('\n');
  const logged = { isError: field.flag(value, 'is_error'), text, display: field.objects(value, 'display') };
  run.closeCall(field.text(payload, 'tool_call_id') ?? '', logged, stamp);
}

const partText = (part: unknown): string =>
  isJsonObject(part) ? (field.text(part, 'text') ?? jsonText(part)) : textOf(part);

function convertApproval(run: KimiRun, payload: JsonObject, stamp: KimiStamp): Verdict<IgnoreReason> {
  const request = field.text(payload, 'request_id') ?? '';
  const id = field.text(payload, 'tool_call_id') ?? run.asked.get(request);
  run.asked.delete(request);
  if (payload.response !== 'reject') return { ignored: 'approval' };
  if (id !== undefined) run.refused.set(id, 'denied');
  run.notice('info', `Rejected: ${field.text(payload, 'feedback') ?? 'no reason given'}`, stamp);
  return 'converted';
}

type Worded = readonly [kind: Parameters<KimiRun['notice']>[0], text: string];

function noticeText(type: string, payload: JsonObject): Worded | undefined {
  const said = (...keys: string[]): string => keys.flatMap((key) => field.text(payload, key) ?? []).join(': ');
  switch (type) {
    case 'StepInterrupted':
      return ['interruption', 'The step was interrupted'];
    case 'StepRetry':
      return ['retry', said('reason', 'error', 'message') || 'The step was tried again'];
    case 'CompactionEnd':
      return ['compaction', 'The context was compacted'];
    case 'HookResolved':
      return ['hook', said('event', 'hook_name', 'action', 'reason', 'message') || jsonText(payload)];
    case 'Notification':
      return ['info', said('title', 'body', 'text', 'message') || jsonText(payload)];
    case 'PlanDisplay':
      return ['info', said('file_path', 'content') || jsonText(payload)];
    case 'QuestionRequest':
      return [
        'info',
        field
          .objects(payload, 'questions')
          .flatMap((each) => field.text(each, 'question') ?? [])
          .join('\n') || jsonText(payload),
      ];
  }
  return undefined;
}
