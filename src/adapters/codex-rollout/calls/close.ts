import { toMillis } from '../../../session/index.ts';
import { objectsOf } from '../../../session/internal.ts';
import type { CallResult } from '../../assembly.ts';
import type { RolloutVerdict } from '../descriptor.ts';
import { asList, asObject, asText, asWords, type Fields } from '../narrow.ts';
import type { Origin, Thread } from '../thread.ts';
import { readArguments } from './arguments.ts';
import type { CallKind, OpenCall } from './book.ts';
import { emptyOutput, type Output, readOutput } from './output.ts';
import { resultOf } from './result.ts';

/** `function_call_output`, `custom_tool_call_output`: the output of a call. */
export function closeModelCall(thread: Thread, payload: Fields, origin: Origin): RolloutVerdict {
  return close(thread, payload, readOutput(payload.output), origin);
}

/** `tool_search_output`: the tools that were found. */
export function closeToolSearch(thread: Thread, payload: Fields, origin: Origin): RolloutVerdict {
  const names = objectsOf(payload.tools).flatMap(namesIn);
  const failed = payload.status === 'failed' || payload.status === 'incomplete';
  const text = names.join('\n');
  return close(thread, payload, { ...emptyOutput, text, success: failed ? false : undefined }, origin);
}

/** A tool, or a group of tools. */
function namesIn(tool: Fields): string[] {
  const name = asWords(tool.name) ?? 'unnamed';
  const inner = asList(tool.tools).flatMap((each) => asWords(asObject(each)?.name) ?? []);
  const described = asText(tool.description);
  const line = described === undefined ? name : `${name}: ${described}`;
  return inner.length === 0 ? [line] : [line, ...inner.map((each) => `${name}.${each}`)];
}

function close(thread: Thread, payload: Fields, output: Output, { at, ref }: Origin): RolloutVerdict {
  const id = asWords(payload.call_id);
  const open = id === undefined ? undefined : thread.calls.open.get(id);
  thread.turns.work();
  if (id === undefined || (open === undefined && !thread.sink.hasCall(id))) {
    thread.sink.closeCall(id ?? '', { outcome: 'unknown', text: output.text, at, ref });
    return 'converted';
  }
  if (open === undefined) return { dropped: 'duplicate-result' };
  thread.calls.open.delete(id);
  const result = resultOf(open, output);
  thread.sink.closeCall(id, { ...result, at, ref, ...cutOff(result, open, thread.facts.pausedAt) });
  noteRunning(thread, id, open.kind, output);
  if (open.kind === 'spawn') noteSpawn(thread, id, output.text);
  return 'converted';
}

/**
 * A session continued after a pause begins with outputs for the interrupted calls, which had ended by the time of the last record before
 * the pause.
 */
function cutOff(result: CallResult, open: OpenCall, pausedAt: string | undefined): Partial<CallResult> {
  const [opened, paused] = [toMillis(open.at), toMillis(pausedAt)];
  if (result.outcome !== 'interrupted' || result.durationMs !== undefined) return {};
  if (opened === undefined || paused === undefined || paused < opened) return {};
  return { at: pausedAt, inferred: [...(result.inferred ?? []), 'ended_at', 'duration_ms'] };
}

/** A process or script that outlives its call can be continued by later calls. */
function noteRunning({ calls }: Thread, id: string, kind: CallKind, { processId, cellId }: Output): void {
  if (processId !== undefined && kind !== 'stdin') calls.processes.set(processId, id);
  if (cellId !== undefined && kind !== 'cell') calls.cells.set(cellId, id);
}

/** Records which agent a call started, from its output: `{agent_id, nickname}` or, in newer logs, `{task_name}`. */
function noteSpawn({ calls }: Thread, callId: string, output: string): void {
  const fields = readArguments(output);
  for (const name of [fields.agent_id, fields.thread_id, fields.task_name, fields.nickname]) {
    const known = asWords(name);
    if (known !== undefined && !calls.spawned.has(known)) calls.spawned.set(known, callId);
  }
}
