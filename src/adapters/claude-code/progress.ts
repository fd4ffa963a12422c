import { field, type JsonObject } from '../read/jsonObject.ts';
import type { Conversation, Ending, RecordStamp } from './conversation.ts';
import { isShell } from './results/read.ts';
import type { Run } from './run.ts';

/** Converts a record of a run; `stamp` says where it is in the log, and when it was written. */
type Convert = (conversation: Conversation, run: Run, record: JsonObject, stamp: RecordStamp) => Ending;

/** What a call shows while it runs. `convertCopy` converts a subagent's record that is copied into it. */
export function convertProgress(
  conversation: Conversation,
  run: Run,
  record: JsonObject,
  stamp: RecordStamp,
  convertCopy: Convert,
): Ending {
  const data = field.object(record, 'data');
  if (data === undefined) return { dropped: 'malformed-record', message: 'A progress record holds no data.' };
  const callId = field.text(record, 'parentToolUseID');
  const type = field.text(data, 'type') ?? 'progress';
  switch (type) {
    case 'bash_progress':
    case 'powershell_progress':
      return noteCommandProgress(run, callId, data);
    case 'agent_progress':
      return convertAgentProgress(conversation, callId, data, stamp, convertCopy);
    case 'mcp_progress':
      return noteToolProgress(run, callId, data);
    case 'hook_progress':
      run.notice({ ...stamp, kind: 'hook', text: hookText(data), nativeCallId: callId });
      return 'converted';
    case 'query_update':
      run.notice({
        ...stamp,
        kind: 'info',
        text: `Searching: ${field.text(data, 'query') ?? ''}`,
        nativeCallId: callId,
      });
      return 'converted';
    case 'search_results_received':
      run.notice({ ...stamp, kind: 'info', text: foundText(data), nativeCallId: callId });
      return 'converted';
    case 'waiting_for_task': {
      const task = field.text(data, 'taskDescription') ?? 'a task';
      run.notice({ ...stamp, kind: 'background_task', text: `Waiting for: ${task}`, nativeCallId: callId });
      return 'converted';
    }
    default:
      run.unknown({ ...stamp, recordType: `progress/${type}`, raw: data });
      return 'unknown';
  }
}

function noteCommandProgress(run: Run, callId: string | undefined, data: JsonObject): Ending {
  const call = callId === undefined ? undefined : run.openCalls.get(callId);
  const output = field.text(data, 'fullOutput') ?? field.text(data, 'output');
  if (call !== undefined && output !== undefined && isShell(call.name)) call.progress = output;
  return { ignored: 'command_progress' };
}

function noteToolProgress(run: Run, callId: string | undefined, data: JsonObject): Ending {
  const call = callId === undefined ? undefined : run.openCalls.get(callId);
  const elapsed = field.number(data, 'elapsedTimeMs');
  if (call !== undefined && elapsed !== undefined && elapsed >= 0) call.measuredMs = elapsed;
  return { ignored: 'tool_progress' };
}

function hookText(data: JsonObject): string {
  const name = field.text(data, 'hookName') ?? field.text(data, 'hookEvent') ?? 'A';
  const command = field.text(data, 'command');
  const said = [field.text(data, 'statusMessage'), field.text(data, 'promptText')].filter((each) => each !== undefined);
  return [`${name} hook runs`, ...(command === undefined ? [] : [command]), ...said].join('\n');
}

function foundText(data: JsonObject): string {
  return `Found ${field.number(data, 'resultCount') ?? 0} results for: ${field.text(data, 'query') ?? ''}`;
}

/** Copies of a subagent's records, one by one or all so far. They are the only trace of its run if its own file is not in the source. */
function convertAgentProgress(
  conversation: Conversation,
  callId: string | undefined,
  data: JsonObject,
  stamp: RecordStamp,
  convertCopy: Convert,
): Ending {
  const agentId = field.text(data, 'agentId');
  if (agentId === undefined) return { dropped: 'malformed-record', message: 'An agent progress names no agent.' };
  if (callId !== undefined) conversation.links.note(agentId, callId, 'progress');
  if (conversation.agentFiles.has(agentId)) return { ignored: 'agent_progress_copy' };
  const { run } = conversation.subagent(agentId);
  const last = field.object(data, 'message');
  let made = 0;
  for (const copy of [...field.objects(data, 'normalizedMessages'), ...(last === undefined ? [] : [last])]) {
    const record = { ...copy, agentId, isSidechain: true };
    if (conversation.replays.isReplay(record)) continue;
    const ending = convertCopy(conversation, run, record, stamp);
    if (ending === 'converted' || ending === 'unknown') made += 1;
  }
  return made > 0 ? 'converted' : { ignored: 'agent_progress_copy' };
}
