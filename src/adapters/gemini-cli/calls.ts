import { type FilePatch, type Outcome, type PlanItem, toolFacts } from '../../session/index.ts';
import type { AttachmentPart, CallResult } from '../assembly.ts';
import { field, isJsonObject, type JsonObject, jsonText, textOf } from '../read/jsonObject.ts';
import { toolResult } from '../toolResult.ts';
import { patchOfDiff } from '../unifiedDiff.ts';
import type { GeminiRun, KnownCall, MessageStamp } from './run.ts';

/** Opens a call, or updates one that the log repeats. `key` names it if it has no id. */
export function emitCall(run: GeminiRun, call: JsonObject, key: string, stamp: MessageStamp): void {
  const id = field.text(call, 'id');
  const known = run.calls.get(id ?? key) ?? openCall(run, call, key, stamp);
  noteAgent(run, known, id, field.text(call, 'agentId'));
  const outcome = outcomes.get(call.status);
  if (outcome === undefined) return;
  const size = jsonText([call.result ?? null, call.resultDisplay ?? null]).length;
  if (known.isClosed && size <= known.size) return;
  const result = { ...resultOf(known, call, outcome), at: field.text(call, 'timestamp') ?? stamp.at, ref: stamp.ref };
  if (known.isClosed) run.sink.reviseCall(known.handle, result);
  else run.sink.closeCall(known.handle, result);
  const isFirst = known.size === 0;
  known.isClosed = true;
  run.openCalls.delete(known);
  known.size = size;
  run.changes += 1;
  const items = isFirst ? planOf(known, call) : [];
  if (items.length > 0) run.made(run.sink.plan({ ...stamp, nativeId: undefined, items, nativeCallId: id }));
}

/** States in which a call is over; in all others it waits or runs. */
const outcomes: ReadonlyMap<unknown, Outcome> = new Map([
  ['success', 'succeeded'],
  ['error', 'failed'],
  ['cancelled', 'cancelled'],
]);

function openCall(run: GeminiRun, call: JsonObject, key: string, { ref, at }: MessageStamp): KnownCall {
  const id = field.text(call, 'id');
  const name = field.text(call, 'name') ?? 'unknown';
  const params = isJsonObject(call.args) ? call.args : call.args === undefined ? {} : { args: call.args };
  const display = field.text(call, 'displayName');
  const seq = run.sink.openCall({
    ref,
    at,
    nativeId: id,
    name,
    params: { ...params },
    description: field.text(call, 'description') || field.text(params, 'description'),
    rawCommand: name === 'run_shell_command' ? field.text(params, 'command') : undefined,
    extensions: display === undefined ? undefined : { display_name: display },
    subagent: isAgentTool(name) ? { subagent_type: agentTypeOf(params) ?? name } : undefined,
  });
  run.made(seq);
  const known = { handle: id ?? seq, name, params, isClosed: false, size: 0 };
  run.calls.set(id ?? key, known);
  run.openCalls.add(known);
  run.state = 'calling';
  if (isAgentTool(name) && id !== undefined) run.namelessAgents.add(id);
  return known;
}

const isAgentTool = (name: string): boolean => toolFacts(name).delegates === true;

const agentTypeOf = (params: JsonObject): string | undefined =>
  field.text(params, 'agent_name') ?? field.text(params, 'subagent_type');

function noteAgent(run: GeminiRun, { name }: KnownCall, id: string | undefined, agent: string | undefined): void {
  if (id === undefined || agent === undefined || run.agents.get(agent) === id) return;
  run.agents.set(agent, id);
  run.namelessAgents.delete(id);
  run.sink.amendCall(id, { subagent: { agent_id: agent, ...(isAgentTool(name) ? {} : { subagent_type: name }) } });
}

/** A result sent to the model as a message of its own. False if the call has it already. */
export function emitResponse(run: GeminiRun, response: JsonObject, stamp: MessageStamp): boolean {
  const id = field.text(response, 'id');
  const name = field.text(response, 'name');
  const known = id === undefined ? [...run.openCalls].find((call) => call.name === name) : run.calls.get(id);
  if (known?.isClosed === true) return false;
  const { text, error } = responseText(response);
  const outcome = error === undefined ? 'succeeded' : 'failed';
  const result = toolResult(known?.name ?? name ?? 'unknown', { outcome, text: text ?? error, error });
  run.changes += 1;
  run.sink.closeCall(known?.handle ?? id ?? 'unknown', { ...result, at: stamp.at, ref: stamp.ref });
  if (known !== undefined) {
    known.isClosed = true;
    run.openCalls.delete(known);
  }
  return true;
}

/** The results that stand in parts. */
export function responsesIn(parts: readonly JsonObject[]): JsonObject[] {
  return parts.map((part) => field.object(part, 'functionResponse')).filter(isJsonObject);
}

/** What a tool returned to the model: `output`, `error`, or any other answer. */
function responseText(response: JsonObject): { text?: string | undefined; error?: string | undefined } {
  const content = field.object(response, 'response');
  if (content === undefined) return {};
  const { output, error, ...rest } = content;
  const more = Object.keys(rest).length === 0 ? undefined : jsonText(rest);
  const served = servedText(content);
  if (served !== undefined) return content.isError === true ? { error: served } : { text: served };
  return {
    text: output === undefined ? more : textOf(output),
    error: error === undefined || error === null ? undefined : textOf(error),
  };
}

/** What a server's tool answered, in texts alone; undefined for anything else. */
function servedText(content: JsonObject): string | undefined {
  const parts = field.list(content, 'content');
  const texts = parts.flatMap((part) => (isJsonObject(part) ? (field.text(part, 'text') ?? []) : []));
  return parts.length > 0 && texts.length === parts.length ? texts.join('\n') : undefined;
}

function resultOf({ name, params }: KnownCall, call: JsonObject, outcome: Outcome): CallResult {
  const parts = Array.isArray(call.result) ? call.result.filter(isJsonObject) : [];
  const answers = responsesIn(parts).map(responseText);
  const texts = [...answers.map(({ text }) => text), ...parts.map((part) => field.text(part, 'text'))];
  const errors = answers.flatMap(({ error }) => error ?? []);
  const display = displayText(call.resultDisplay);
  const output = [...texts.filter((text) => text !== undefined && text !== ''), ...errors].join('\n');
  const text = output === '' ? display : output;
  const shown = display !== undefined && text?.includes(display.trim()) !== true ? { result_display: display } : {};
  const fields = { ...shown, ...displayFields(call.resultDisplay) };
  const attachments = parts.flatMap(attachmentOf);
  // The program calls it a success that a server's tool said it failed.
  const isServerError = responsesIn(parts).some((each) => field.object(each, 'response')?.isError === true);
  const isRefused = outcome === 'cancelled' && errors.some((error) => error.slice(0, 500).includes(refusal));
  return toolResult(name, {
    outcome: isRefused ? 'denied' : isServerError && outcome === 'succeeded' ? 'failed' : outcome,
    ...(isRefused ? { inferred: ['outcome'] } : {}),
    text,
    display: toolFacts(name).shell === true ? printedLine(text ?? '') : undefined,
    error: outcome === 'succeeded' && !isServerError ? undefined : errors[0],
    patches: patchesOf(call.resultDisplay, params),
    ...(attachments.length === 0 ? {} : { attachments }),
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
  });
}

/** The program's words to the model when a person refused. */
const refusal = 'User did not allow tool call';

/** Labels before and behind what a command printed, as older versions lay its result out for the model. */
const printedLabels = ['Output: ', 'Stdout: ', 'Stderr: '];
const nothing = '(empty)';

/** The first line that a command printed, or that it printed nothing, where its result begins with the command. */
function printedLine(text: string): string | undefined {
  if (!text.startsWith('Command: ')) return undefined;
  for (const label of printedLabels) {
    const from = text.indexOf(`\n${label}`);
    const [line = nothing] = from === -1 ? [] : text.slice(from + 1 + label.length).split('\n', 1);
    if (line !== nothing && line.trim() !== '') return line;
  }
  return 'No output';
}

/** What a person saw of a result; of a terminal the text of its cells. */
function displayText(display: unknown): string | undefined {
  if (typeof display === 'string') return display === '' ? undefined : display;
  if (!Array.isArray(display)) return undefined;
  const lines = display.map((line) => (Array.isArray(line) ? line.filter(isJsonObject) : []));
  const text = lines
    .map((cells) =>
      cells
        .map((cell) => field.text(cell, 'text') ?? '')
        .join('')
        .trimEnd(),
    )
    .join('\n');
  return text.trim() === '' ? undefined : text.trimEnd();
}

/** What a result shows beside its text, except whole files before and after a change: the patch has the first, and leads to the other. */
function displayFields(display: unknown): Record<string, unknown> {
  if (!isJsonObject(display)) return {};
  const { fileDiff: _, originalContent: __, newContent: ___, todos: ____, ...rest } = display;
  return Object.keys(rest).length === 0 ? {} : { result_display: rest };
}

function patchesOf(display: unknown, params: JsonObject): FilePatch[] | undefined {
  if (!isJsonObject(display)) return undefined;
  const diff = field.text(display, 'fileDiff');
  const path = field.text(display, 'filePath') ?? field.text(params, 'file_path') ?? field.text(display, 'fileName');
  if (diff === undefined || path === undefined) return undefined;
  const before = field.text(display, 'originalContent');
  const patch = { ...patchOfDiff(path, diff), ...(before === undefined ? {} : { before }) };
  return [display.isNewFile === true ? { ...patch, change: 'added' } : patch];
}

function planOf({ name, params }: KnownCall, { resultDisplay, status }: JsonObject): readonly PlanItem[] {
  if ((name !== 'write_todos' && name !== 'todo_write') || status !== 'success') return [];
  const shown = isJsonObject(resultDisplay) ? field.objects(resultDisplay, 'todos') : [];
  return (shown.length > 0 ? shown : field.objects(params, 'todos')).flatMap(todoOf);
}

/** Cancelled entries are neither done nor to be done: the call alone has them. */
function todoOf({ description, content, status }: JsonObject): PlanItem[] {
  if (status === 'cancelled') return [];
  const text = textOf(description ?? content);
  return [{ text, status: status === 'completed' || status === 'in_progress' ? status : 'pending' }];
}

/** A file in a part: its bytes, or where it lies. */
export function attachmentOf(part: JsonObject): AttachmentPart[] {
  const inline = field.object(part, 'inlineData');
  const file = field.object(part, 'fileData');
  const from = inline ?? file;
  if (from === undefined) return [];
  const type = field.text(from, 'mimeType');
  return [
    {
      kind: type?.startsWith('image/') === true ? 'image' : 'file',
      media_type: type,
      name: field.text(from, 'displayName') ?? (file === undefined ? undefined : field.text(file, 'fileUri')),
      base64: inline === undefined ? undefined : field.text(inline, 'data'),
    },
  ];
}
