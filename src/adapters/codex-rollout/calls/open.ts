import type { CallStart } from '../../assembly.ts';
import { asObject, asText, filledText, type JsonObject, textOf } from '../../read/jsonObject.ts';
import type { RolloutVerdict } from '../detect.ts';
import { describeScript, findToolCalls } from '../script.ts';
import type { Origin, Thread } from '../thread.ts';
import { callKind, commandOf, findPatchText, planOf, readArguments } from './book.ts';

/** A `function_call` item: its arguments are JSON. */
export function openFunctionCall(thread: Thread, payload: JsonObject, origin: Origin): RolloutVerdict {
  const name = filledText(payload.name) ?? filledText(asObject(payload.function)?.name) ?? 'unknown';
  const params = readArguments(payload.arguments);
  return open(thread, { name, params, payload, custom: false }, origin);
}

/** A `custom_tool_call` item: its input is free text. */
export function openCustomCall(thread: Thread, payload: JsonObject, origin: Origin): RolloutVerdict {
  const name = filledText(payload.name) ?? 'unknown';
  return open(thread, { name, params: { input: asText(payload.input) ?? '' }, payload, custom: true }, origin);
}

/** A `local_shell_call` item: its action says what to run. */
export function openLocalShellCall(thread: Thread, payload: JsonObject, origin: Origin): RolloutVerdict {
  const params = readArguments(payload.action);
  return open(thread, { name: 'local_shell', params, payload, custom: false }, origin);
}

/** A `tool_search_call` item: the model searches for tools. */
export function openToolSearch(thread: Thread, payload: JsonObject, origin: Origin): RolloutVerdict {
  const params = readArguments(payload.arguments);
  return open(thread, { name: 'tool_search', params, payload, custom: false }, origin);
}

interface ModelCall {
  name: string;
  params: Record<string, unknown>;
  payload: JsonObject;
  custom: boolean;
}

function open(thread: Thread, call: ModelCall, { at, ref }: Origin): RolloutVerdict {
  const { name, params, payload } = call;
  const namespace = filledText(payload.namespace);
  const nativeId = filledText(payload.call_id) ?? filledText(payload.id);
  const kind = callKind(name, params, call.custom);
  const script = kind === 'script' ? describeScript(findToolCalls(asText(params.input) ?? '')) : undefined;
  const command = script === undefined ? commandOf(params.command ?? params.cmd) : script.command;
  const patch = kind === 'patch' || kind === 'shell' ? patchOf(params) : script?.patch;
  const start: CallStart = {
    name: nameOf(name, namespace),
    params,
    description: describeCall(params, patch),
    rawCommand: command,
    subagent: kind === 'spawn' ? { subagent_type: agentType(params) } : undefined,
    at,
    ref,
    nativeId,
    extensions: extensionsOf(payload, namespace, {
      ...(script === undefined ? {} : { inner_tools: script.tools }),
      ...linkOf(thread, call),
    }),
  };
  thread.sink.openCall(start);
  thread.turns.work();
  if (nativeId !== undefined)
    thread.calls.open.set(nativeId, { kind, patch, at, onlyCommand: script?.command !== undefined });
  const plan = name === 'update_plan' ? planOf(params) : undefined;
  if (plan !== undefined) {
    thread.plans.put(JSON.stringify(plan.items), 'item', true);
    thread.sink.plan({ ...plan, nativeCallId: nativeId, at, ref });
  }
  return 'converted';
}

/** The tools of a server are qualified with the server's name, because their own names are not unique. */
function nameOf(name: string, namespace: string | undefined): string {
  return namespace?.startsWith('mcp__') === true && !name.startsWith('mcp__') ? `${namespace}__${name}` : name;
}

function agentType(params: JsonObject): string {
  return filledText(params.agent_type) ?? filledText(params.agent_role) ?? 'default';
}

const patchHeader = /^\*\*\* ((?:Add|Update|Delete) File: .*)$/m;

function describeCall(params: JsonObject, patch: string | undefined): string | undefined {
  const stated = filledText(params.justification) ?? filledText(params.explanation) ?? filledText(params.task_name);
  return stated ?? (patch === undefined ? undefined : patchHeader.exec(patch.slice(0, 2000))?.[1]);
}

/** A patch stands alone, in a shell script, or as one of the words of a command. */
function patchOf(params: JsonObject): string | undefined {
  const texts = [params.input, params.patch, params.raw, ...[params.command, params.cmd].flat()];
  for (const text of texts) {
    const patch = typeof text === 'string' ? findPatchText(text) : undefined;
    if (patch !== undefined) return patch;
  }
  return undefined;
}

function extensionsOf(
  payload: JsonObject,
  namespace: string | undefined,
  more: Record<string, unknown>,
): Record<string, unknown> {
  const itemId = payload.call_id === undefined ? undefined : filledText(payload.id);
  return {
    ...(itemId === undefined ? {} : { item_id: itemId }),
    ...(namespace === undefined ? {} : { namespace }),
    ...more,
  };
}

/** The earlier call that this one continues. */
function linkOf({ calls }: Thread, { name, params }: ModelCall): Record<string, unknown> {
  const process = name === 'write_stdin' ? calls.processes.get(textOf(params.session_id)) : undefined;
  const cell = name === 'wait' ? calls.cells.get(textOf(params.cell_id)) : undefined;
  const continues = process ?? cell;
  return continues === undefined ? {} : { continues };
}
