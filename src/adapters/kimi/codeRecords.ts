import type { Verdict } from '../contract.ts';
import { field, fieldsOf, isJsonObject, type JsonObject, jsonText, textOf } from '../read/jsonObject.ts';
import type { IgnoreReason } from './detect.ts';
import { contentText, type KimiRun, type KimiStamp } from './run.ts';

/** What the program writes to the model, or notes of itself. */
const ofProgram = /^(?:tools|llm|token_counting|runtime|plugin)\./;
const progress = new Set(['full_compaction.begin', 'full_compaction.complete', 'step.begin']);

/** A record of Kimi Code. */
export function convertRecord(run: KimiRun, record: JsonObject, stamp: KimiStamp): Verdict<IgnoreReason> {
  const type = textOf(record.type);
  switch (type) {
    case 'turn.prompt':
      emitPrompt(run, record.input, record.origin, stamp);
      return 'converted';
    case 'turn.steer':
      run.message('user', record.input, stamp, 'queued');
      return 'converted';
    case 'turn.cancel':
      run.stop(stamp);
      run.notice('interruption', 'The turn was cancelled', stamp);
      return 'converted';
    case 'turn.ended':
      return endTurn(run, record, stamp);
    case 'context.append_message':
      return convertMessage(run, fieldsOf(record.message), stamp);
    case 'context.append_loop_event':
      return convertLoopEvent(run, fieldsOf(record.event), stamp);
    case 'usage.record': {
      const usage = fieldsOf(record.usage);
      if (run.repeatsUsage(usage)) return { ignored: 'repeated_usage' };
      const isEmitted = run.emitUsage(usage, stamp);
      return isEmitted ? 'converted' : { ignored: 'status' };
    }
    case 'llm.request': {
      const attempt = field.text(record, 'attempt');
      if (attempt === undefined || attempt.startsWith('1/')) return { ignored: 'program' };
      run.notice('retry', `Asked the model again: attempt ${attempt}`, stamp);
      return 'converted';
    }
    case 'config.update':
    case 'profile.bind':
      return describeSettings(run, record, stamp);
    case 'permission.record_approval_result':
      return convertApproval(run, record, stamp);
    case 'permission.set_mode':
      run.notice('mode_change', `Permissions: ${textOf(record.mode ?? '')}`, stamp);
      return 'converted';
    case 'plan_mode.enter':
    case 'plan_mode.exit':
      run.notice('mode_change', type === 'plan_mode.enter' ? 'Plan mode begins' : 'Plan mode ends', stamp);
      return 'converted';
    case 'context.apply_compaction':
      run.notice('compaction', 'The context was compacted', stamp);
      run.message('system', record.summary ?? record.contextSummary ?? '', stamp, 'context');
      return 'converted';
    case 'full_compaction.cancel':
      run.notice('info', 'The compaction was cancelled', stamp);
      return 'converted';
    case 'context.clear':
    case 'context.undo':
      run.notice('info', type === 'context.clear' ? 'The context was cleared' : 'Messages were taken back', stamp);
      return 'converted';
  }
  if (progress.has(type)) return { ignored: 'progress' };
  if (ofProgram.test(type)) return { ignored: 'program' };
  run.flush();
  run.sink.unknown({ ...stamp, recordType: type, raw: record });
  return 'unknown';
}

function emitPrompt(run: KimiRun, input: unknown, origin: unknown, stamp: KimiStamp): void {
  const kind = isJsonObject(origin) ? origin.kind : 'user';
  if (kind === 'user' || kind === undefined) run.message('user', input, stamp);
  else run.message('user', input, stamp, 'system');
}

/** Prompts stand in the context once more; what else the program puts there, the model alone sees. */
function convertMessage(run: KimiRun, message: JsonObject, stamp: KimiStamp): Verdict<IgnoreReason> {
  const { text } = contentText(message.content);
  if (run.recentTexts.includes(text)) return { ignored: 'repeated_prompt' };
  const kind = field.object(message, 'origin')?.kind;
  if (message.role === 'assistant') {
    run.message('assistant', message.content, stamp);
    for (const call of field.objects(message, 'toolCalls')) {
      const id = field.text(call, 'id') ?? field.text(call, 'toolCallId');
      if (id !== undefined && run.sink.hasCall(id)) continue;
      run.openCall(id, field.text(call, 'name') ?? 'unknown', fieldsOf(call.args), stamp);
    }
  } else if (kind === 'user') run.message('user', message.content, stamp);
  else run.message('system', message.content, stamp, 'context');
  return 'converted';
}

function convertLoopEvent(run: KimiRun, event: JsonObject, stamp: KimiStamp): Verdict<IgnoreReason> {
  const type = textOf(event.type);
  const id = field.text(event, 'toolCallId');
  switch (type) {
    case 'content.part':
      if (run.part(fieldsOf(event.part), stamp)) return 'converted';
      break;
    case 'tool.call':
      run.openCall(
        id,
        field.text(event, 'name') ?? 'unknown',
        fieldsOf(event.args),
        stamp,
        field.text(event, 'description'),
      );
      return 'converted';
    case 'tool.result': {
      const result = fieldsOf(event.result);
      const output = result.output;
      const text = Array.isArray(output) ? contentText(output).text : textOf(output ?? '');
      const display = [...field.objects(result, 'display'), ...(isJsonObject(event.display) ? [event.display] : [])];
      const note = field.text(result, 'note');
      run.closeCall(id ?? '', { isError: result.isError === true, text, display, note }, stamp);
      return 'converted';
    }
    case 'step.end':
      return endStep(run, event, stamp);
  }
  if (progress.has(type)) return { ignored: 'progress' };
  run.flush();
  run.sink.unknown({ ...stamp, recordType: `loop/${type}`, raw: event });
  return 'unknown';
}

function endStep(run: KimiRun, event: JsonObject, stamp: KimiStamp): Verdict<IgnoreReason> {
  const usage = field.object(event, 'usage');
  const isEmitted = usage !== undefined && run.emitUsage(usage, stamp);
  const reason = field.text(event, 'finishReason');
  if (reason === 'length' || reason === 'max_tokens') {
    run.notice('truncation', 'The reply was cut off: it reached the limit of tokens.', stamp);
    return 'converted';
  }
  return isEmitted ? 'converted' : { ignored: 'progress' };
}

function endTurn(run: KimiRun, record: JsonObject, stamp: KimiStamp): Verdict<IgnoreReason> {
  const reason = field.text(record, 'reason');
  if (reason === undefined || reason === 'completed') return { ignored: 'progress' };
  const wasStopped = /cancel|abort|interrupt/i.test(reason);
  if (wasStopped && run.state === 'interrupted') return { ignored: 'progress' };
  if (wasStopped) run.stop(stamp);
  else run.state = 'failed';
  const error =
    record.error === undefined ? '' : `: ${typeof record.error === 'string' ? record.error : jsonText(record.error)}`;
  run.notice(wasStopped ? 'interruption' : 'api_error', `The turn ended: ${reason}${error}`, stamp);
  return 'converted';
}

function convertApproval(run: KimiRun, record: JsonObject, stamp: KimiStamp): Verdict<IgnoreReason> {
  const result = fieldsOf(record.result);
  const id = field.text(record, 'toolCallId');
  if (result.decision !== 'rejected' && result.decision !== 'cancelled') return { ignored: 'approval' };
  const isRefusal = result.decision === 'rejected';
  if (id !== undefined) run.refused.set(id, isRefusal ? 'denied' : 'interrupted');
  const why = field.text(result, 'feedback') ?? field.text(record, 'action') ?? '';
  run.notice('info', `${isRefusal ? 'Rejected' : 'Cancelled'}: ${why}`, stamp);
  return 'converted';
}

function describeSettings(run: KimiRun, record: JsonObject, stamp: KimiStamp): Verdict<IgnoreReason> {
  const model = field.text(record, 'modelAlias');
  const cwd = field.text(record, 'cwd') ?? field.text(fieldsOf(record.environmentDisclosure), 'cwd');
  const effort = field.text(record, 'thinkingEffort');
  run.sink.describe({
    modelId: model,
    environment: { cwd, ...(effort === undefined ? {} : { reasoning_effort: effort }) },
  });
  const changed = model !== undefined && run.model !== undefined && model !== run.model;
  if (model !== undefined) run.model = model;
  if (!changed) return { ignored: 'program' };
  run.notice('model_change', `Model: ${model}`, stamp);
  return 'converted';
}
