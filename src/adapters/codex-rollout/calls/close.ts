import { toMillis } from '../../../session/index.ts';
import { objectsOf } from '../../../session/internal.ts';
import type { CallAmendment, CallResult, CallStart } from '../../assembly.ts';
import { asList, asNumber, asObject, asText, filledText, type JsonObject } from '../../read/jsonObject.ts';
import type { RolloutVerdict } from '../detect.ts';
import { patchesOfChanges } from '../patches.ts';
import type { Origin, Thread } from '../thread.ts';
import { type CallKind, commandOf, type OpenCall, readArguments } from './book.ts';
import { durationOf } from './duration.ts';
import { emptyOutput, type Output, readOutput } from './output.ts';
import { readServerEnd, resultOf, serverToolName } from './result.ts';

/** `function_call_output`, `custom_tool_call_output`: the output of a call. */
export function closeModelCall(thread: Thread, payload: JsonObject, origin: Origin): RolloutVerdict {
  return close(thread, payload, readOutput(payload.output), origin);
}

/** `tool_search_output`: the tools that were found. */
export function closeToolSearch(thread: Thread, payload: JsonObject, origin: Origin): RolloutVerdict {
  const names = objectsOf(payload.tools).flatMap(namesIn);
  const failed = payload.status === 'failed' || payload.status === 'incomplete';
  const text = names.join('\n');
  return close(thread, payload, { ...emptyOutput, text, success: failed ? false : undefined }, origin);
}

/** A tool, or a group of tools. */
function namesIn(tool: JsonObject): string[] {
  const name = filledText(tool.name) ?? 'unnamed';
  const inner = asList(tool.tools).flatMap((each) => filledText(asObject(each)?.name) ?? []);
  const described = asText(tool.description);
  const line = described === undefined ? name : `${name}: ${described}`;
  return inner.length === 0 ? [line] : [line, ...inner.map((each) => `${name}.${each}`)];
}

function close(thread: Thread, payload: JsonObject, output: Output, { at, ref }: Origin): RolloutVerdict {
  const id = filledText(payload.call_id);
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
    const known = filledText(name);
    if (known !== undefined && !calls.spawned.has(known)) calls.spawned.set(known, callId);
  }
}

/**
 * Joins the end of a call with the call itself: directly if it is open, or as an amendment if it is over. False if the log has no such
 * call.
 */
function joinCall(
  thread: Thread,
  id: string | undefined,
  end: Pick<OpenCall, 'commandEnd' | 'patchEnd' | 'serverEnd'>,
  amendment: () => CallAmendment,
): boolean {
  if (id === undefined) return false;
  const open = thread.calls.open.get(id);
  if (open !== undefined) Object.assign(open, end);
  else if (thread.sink.hasCall(id)) thread.sink.amendCall(id, amendment());
  else return false;
  return true;
}

/** What the end of a call says. */
interface End {
  /** Of an open call, kept for its result. */
  known: Pick<OpenCall, 'commandEnd' | 'patchEnd' | 'serverEnd'>;
  /** Of a call that is over. */
  amendment: () => CallAmendment;
  /** Of a call that the log does not have otherwise: the call itself, and its result. */
  call: () => { start: CallStart; result: CallResult };
}

/** Joins the end of a call with its call, or makes it a call by itself. */
function convertEnd(
  thread: Thread,
  { known, amendment, call }: End,
  id: string | undefined,
  origin: Origin,
  times?: JsonObject,
): RolloutVerdict {
  if (joinCall(thread, id, known, amendment)) return 'converted';
  const { start, result } = call();
  emitEndedCall(thread, { ...start, nativeId: id }, result, origin, times);
  return 'converted';
}

/** How a command ended (`exec_command_end`, `CommandExecution`). */
export function convertCommandEnd(
  thread: Thread,
  end: JsonObject,
  id: string | undefined,
  origin: Origin,
  times?: JsonObject,
): RolloutVerdict {
  const known = { commandEnd: end };
  const amendment = () => ({ durationMs: durationOf(end), exitCode: asNumber(end.exit_code) });
  const call = () => ({
    start: {
      name: end.source === 'user_shell' ? 'user_shell_command' : 'exec_command',
      params: { command: end.command, ...(end.cwd === undefined ? {} : { cwd: end.cwd }) },
      rawCommand: commandOf(end.command),
      extensions: filledText(end.source) === undefined ? {} : { source: end.source },
    },
    result: resultOf({ kind: 'shell', ...known }, emptyOutput),
  });
  return convertEnd(thread, { known, amendment, call }, id, origin, times);
}

/** How a patch was applied (`patch_apply_end`, `FileChange`). */
export function convertPatchEnd(
  thread: Thread,
  end: JsonObject,
  id: string | undefined,
  origin: Origin,
  times?: JsonObject,
): RolloutVerdict {
  const known = { patchEnd: end };
  const amendment = () => ({ patches: patchesOfChanges(end.changes) });
  const call = () => {
    const text = asText(end.stdout) || asText(end.stderr) || '';
    const success =
      typeof end.success === 'boolean' ? end.success : end.status === undefined || end.status === 'completed';
    const result = resultOf({ kind: 'patch', ...known }, { ...emptyOutput, text, success });
    return { start: { name: 'apply_patch', params: {} }, result };
  };
  return convertEnd(thread, { known, amendment, call }, id, origin, times);
}

/** How a call of a server's tool ended (`mcp_tool_call_end`, `McpToolCall`): joined with its call, or one by itself. */
export function convertServerEnd(
  thread: Thread,
  end: JsonObject,
  id: string | undefined,
  origin: Origin,
  times?: JsonObject,
): RolloutVerdict {
  const invocation = asObject(end.invocation) ?? end;
  return emitAnswer(thread, end, {
    id,
    name: serverToolName(invocation.server, invocation.tool),
    params: readArguments(invocation.arguments),
    origin,
    times,
  });
}

/** How a call of a client's tool ended (`dynamic_tool_call_response`, `DynamicToolCall`). */
export function convertClientEnd(
  thread: Thread,
  end: JsonObject,
  id: string | undefined,
  origin: Origin,
  times?: JsonObject,
): RolloutVerdict {
  const name = filledText(end.tool) ?? 'unknown';
  return emitAnswer(thread, end, { id, name, params: readArguments(end.arguments), origin, times });
}

/** Opens the call of a client's tool (`dynamic_tool_call_request`), unless an item of the model opened it. */
export function convertClientRequest(thread: Thread, payload: JsonObject, { at, ref }: Origin): RolloutVerdict {
  const nativeId = filledText(payload.callId) ?? filledText(payload.call_id);
  if (nativeId === undefined) return { dropped: 'malformed-record' };
  if (thread.sink.hasCall(nativeId)) return { ignored: 'repeated_call' };
  const namespace = filledText(payload.namespace);
  thread.sink.openCall({
    name: filledText(payload.tool) ?? 'unknown',
    params: readArguments(payload.arguments),
    nativeId,
    at,
    ref,
    extensions: namespace === undefined ? {} : { namespace },
  });
  thread.calls.open.set(nativeId, { kind: 'other', byRequest: true });
  thread.turns.work();
  return 'converted';
}

interface Answered {
  id: string | undefined;
  name: string;
  params: Record<string, unknown>;
  origin: Origin;
  times: JsonObject | undefined;
}

function emitAnswer(thread: Thread, end: JsonObject, { id, name, params, origin, times }: Answered): RolloutVerdict {
  const amendment = (): CallAmendment => {
    const { durationMs, fields, failed } = readServerEnd(end);
    return { durationMs, fields, ...(failed ? { outcome: 'failed' } : {}) };
  };
  const known = { serverEnd: end };
  const call = () => ({ start: { name, params }, result: resultOf({ kind: 'other', ...known }, emptyOutput) });
  const verdict = convertEnd(thread, { known, amendment, call }, id, origin, times);
  const open = id === undefined ? undefined : thread.calls.open.get(id);
  if (open?.byRequest === true && id !== undefined) {
    thread.calls.open.delete(id);
    thread.sink.closeCall(id, { ...resultOf(open, emptyOutput), at: origin.at, ref: origin.ref });
  }
  return verdict;
}

/** Emits a call that no item of the model opened: one made by a script or by the person, known only from its end. */
function emitEndedCall(
  thread: Thread,
  start: CallStart,
  result: CallResult,
  { at, ref }: Origin,
  times: JsonObject = {},
): void {
  const endMs = asNumber(times.completed_at_ms) ?? toMillis(at);
  const startMs = asNumber(times.started_at_ms);
  const measuredMs = result.durationMs ?? 0;
  const began = startMs ?? (endMs === undefined ? at : endMs - measuredMs);
  const script = thread.calls.openScript();
  const extensions = { ...start.extensions, ...(script === undefined ? {} : { called_by: script }) };
  const seq = thread.sink.openCall({ ...start, at: began, ref, extensions });
  thread.sink.closeCall(seq, { ...result, at: endMs ?? at, ref });
  thread.turns.work();
}
