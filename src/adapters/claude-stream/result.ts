import type { RecordStamp } from '../claude-code/conversation.ts';
import { snakeFields } from '../claude-code/results/fields.ts';
import { field, type JsonObject, textOf } from '../read/jsonObject.ts';
import { durationOf } from './runTotals.ts';
import type { StreamSession, StreamVerdict } from './session.ts';

const told = new Set([
  ...['type', 'subtype', 'uuid', 'session_id', 'result', 'usage', 'modelUsage', 'errors', 'is_error', 'duration_ms'],
  ...['permission_denials'],
]);

/** The end of a run: how it ended, what it cost, and what was not allowed. */
export function convertResult(session: StreamSession, record: JsonObject, stamp: RecordStamp): StreamVerdict {
  const { conversation, totals } = session;
  const run = conversation.main;
  run.usage.flush();
  totals.noteResult(record);
  const rest = totals.takeRest();
  if (rest !== undefined) run.sink.usage({ ...stamp, usage: rest, extensions: { beyond_replies: true } });
  session.ended = true;
  const subtype = field.text(record, 'subtype') ?? 'success';
  const text = field.text(record, 'result') ?? '';
  const failed = record.is_error === true || subtype.startsWith('error');
  if (text.trim() !== '' && text.trim() !== session.lastText?.trim()) {
    if (failed) run.notice({ ...stamp, kind: 'api_error', text });
    else run.message({ ...stamp, role: 'assistant', text });
  }
  for (const denial of field.objects(record, 'permission_denials')) {
    const callId = field.text(denial, 'tool_use_id');
    const denied = callId === undefined ? undefined : conversation.runOfCall(callId)?.run;
    if (callId !== undefined) denied?.sink.amendCall(callId, { outcome: 'denied' });
  }
  const errors = field.list(record, 'errors').map(textOf);
  const turns = field.number(record, 'num_turns');
  run.notice({
    ...stamp,
    kind: failed ? 'error' : 'info',
    text: [`Run ended: ${subtype}${turns === undefined ? '' : ` (turns: ${turns})`}`, ...errors].join('\n'),
    durationMs: durationOf(record),
    extensions: snakeFields(record, told),
  });
  return 'converted';
}
