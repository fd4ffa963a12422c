import { type FilePatch, type Outcome, type PlanItem, toolFacts } from '../../session/index.ts';
import type { AttachmentPart } from '../assembly.ts';
import { field, fieldsOf, isJsonObject, type JsonObject, textOf } from '../read/jsonObject.ts';
import { toolResult } from '../toolResult.ts';
import { patchOfDiff } from '../unifiedDiff.ts';
import type { CopilotEvent, CopilotRun, CopilotSession, CopilotVerdict, Request } from './session.ts';

/** Announces in the status line what the agent is about to do; does no work. */
const STATUS_LINE = 'report_intent';

/** Records the calls that a message requests: each has a record of its own when it begins. */
export function noteRequests(run: CopilotRun, { data, stamp }: CopilotEvent): void {
  for (const request of field.objects(data, 'toolRequests')) {
    const id = field.text(request, 'toolCallId');
    const name = field.text(request, 'name') ?? '';
    if (id === undefined || name === STATUS_LINE || run.sink.hasCall(id)) continue;
    run.requests.set(id, { name: servedName(request) ?? name, args: request.arguments, stamp });
  }
}

/** A call begins, at the agent's or at the person's request. */
export function startCall(session: CopilotSession, run: CopilotRun, event: CopilotEvent): CopilotVerdict {
  const { data, stamp } = event;
  const id = field.text(data, 'toolCallId');
  const name = field.text(data, 'toolName') ?? 'unknown';
  if (id !== undefined) run.requests.delete(id);
  if (name === STATUS_LINE) {
    if (id !== undefined) session.statusLines.add(id);
    const text = field.text(paramsOf(data.arguments), 'intent') ?? '';
    run.sink.notice({ ...stamp, kind: 'info', text });
    return 'converted';
  }
  openCall(run, id, { name: servedName(data) ?? name, args: data.arguments, stamp }, serverOf(data));
  return 'converted';
}

function paramsOf(args: unknown): JsonObject {
  if (isJsonObject(args)) return args;
  return args === undefined || args === null ? {} : { input: args };
}

/** The name of a server's tool, which the log joins to its server's with a hyphen: nothing tells the two apart there. */
function servedName(data: JsonObject): string | undefined {
  const [server, tool] = [field.text(data, 'mcpServerName'), field.text(data, 'mcpToolName')];
  return server === undefined || tool === undefined ? undefined : `mcp__${server}__${tool}`;
}

function serverOf(data: JsonObject): Record<string, unknown> {
  const [server, tool] = [data.mcpServerName, data.mcpToolName];
  return { ...(server === undefined ? {} : { mcp_server: server }), ...(tool === undefined ? {} : { mcp_tool: tool }) };
}

function openCall(
  run: CopilotRun,
  id: string | undefined,
  { name, args, stamp }: Request,
  more: Record<string, unknown> = {},
): void {
  const params = paramsOf(args);
  const extensions = { ...more, ...(stamp.nativeId === undefined ? {} : { event_id: stamp.nativeId }) };
  const seq = run.sink.openCall({
    ...stamp,
    nativeId: id,
    name,
    params: { ...params },
    description: field.text(params, 'description'),
    rawCommand: toolFacts(name).shell === true ? field.text(params, 'command') : undefined,
    subagent: name === 'task' ? { subagent_type: field.text(params, 'agent_type') ?? 'task' } : undefined,
    extensions: Object.keys(extensions).length === 0 ? undefined : extensions,
  });
  if (id !== undefined) run.open.set(id, { name, params, aborted: false });
  else run.sink.closeCall(seq, { outcome: 'unknown' });
}

/** A call is over. */
export function endCall(session: CopilotSession, near: CopilotRun, { data, stamp }: CopilotEvent): CopilotVerdict {
  const id = field.text(data, 'toolCallId') ?? '';
  if (session.statusLines.delete(id)) return { ignored: 'status_line' };
  const run = session.runOfCall(id, near);
  const request = run.requests.get(id);
  if (request !== undefined) {
    // It never began: what it was is known from the message that requested it.
    openCall(run, id, request);
    run.requests.delete(id);
  }
  const call = run.open.get(id);
  const name = call?.name ?? field.text(data, 'toolName') ?? 'unknown';
  run.open.delete(id);
  if (run === session.main) session.noteModel(field.text(data, 'model'));
  const result = resultOf(name, call?.params ?? {}, data);
  run.sink.closeCall(id, { ...result, at: stamp.at, ref: stamp.ref });
  const done = result.outcome === 'succeeded';
  if (done && name === 'update_todo') emitChecklist(run, id, call?.params ?? {}, stamp);
  return 'converted';
}

function resultOf(name: string, params: JsonObject, data: JsonObject) {
  const result = fieldsOf(data.result);
  const error = field.object(data, 'error');
  const said = field.text(error ?? {}, 'message');
  const text = field.text(result, 'content');
  const detail = field.text(result, 'detailedContent');
  const patch = detail === undefined || onlyShows(name) ? undefined : patchIn(detail, params);
  const more =
    detail !== undefined && patch === undefined && detail !== text ? { detailed_content: detail } : undefined;
  const attachments = field.objects(result, 'contents').flatMap(attachmentOf);
  return toolResult(name, {
    outcome: outcomeOf(data, error),
    text,
    error: said,
    patches: patch === undefined ? undefined : [patch],
    ...(more === undefined ? {} : { fields: more }),
    ...(attachments.length === 0 ? {} : { attachments }),
    ...(data.isUserRequested === true ? { extensions: { user_requested: true } } : {}),
  });
}

const codes: ReadonlyMap<string, Outcome> = new Map([
  ['denied', 'denied'],
  ['rejected', 'denied'],
  ['cancelled', 'cancelled'],
  ['canceled', 'cancelled'],
  ['aborted', 'interrupted'],
]);

function outcomeOf(data: JsonObject, error: JsonObject | undefined): Outcome {
  if (data.success === true) return 'succeeded';
  if (data.success !== false && error === undefined) return 'unknown';
  return codes.get(field.text(error ?? {}, 'code') ?? '') ?? 'failed';
}

/** Views are shown to the person as a diff without changes, and what a command prints may be one. */
function onlyShows(name: string): boolean {
  const { shell, family } = toolFacts(name);
  return shell === true || family === 'read' || family === 'terminal';
}

/** Tools that change a file return a sentence to the model, and a diff to the person. */
function patchIn(detail: string, params: JsonObject): FilePatch | undefined {
  const path = field.text(params, 'path') ?? /^\+\+\+ b?(\/\S{1,4000})/m.exec(detail)?.[1];
  return path !== undefined && detail.trimStart().startsWith('diff --git') ? patchOfDiff(path, detail) : undefined;
}

function attachmentOf(part: JsonObject): AttachmentPart[] {
  const data = field.text(part, 'data');
  if (data === undefined) return [];
  return [{ kind: part.type === 'image' ? 'image' : 'file', media_type: field.text(part, 'mimeType'), base64: data }];
}

const todo = /^\s*[-*] \[([ xX~-])\] (.*)$/;

function emitChecklist(run: CopilotRun, id: string, params: JsonObject, { ref, at }: CopilotEvent['stamp']): void {
  const lines = (field.text(params, 'todos') ?? '').split('\n');
  const items = lines.flatMap((line): PlanItem[] => {
    const [, mark, text] = todo.exec(line) ?? [];
    if (mark === undefined || text === undefined) return [];
    return [{ text, status: mark.toLowerCase() === 'x' ? 'completed' : mark === ' ' ? 'pending' : 'in_progress' }];
  });
  if (items.length > 0) run.sink.plan({ ref, at, items, nativeCallId: id });
}

/** The turn was stopped: open calls will get no answer. */
export function abortCalls(session: CopilotSession): void {
  for (const run of [session.main, ...[...session.subagents.values()].map((each) => each.run)]) {
    for (const call of run.open.values()) call.aborted = true;
  }
}

/** Closes what a stop left open, and emits calls that were requested and never began. */
export function settleCalls(run: CopilotRun): void {
  for (const [id, { aborted }] of run.open) {
    if (aborted) run.sink.closeCall(id, { outcome: 'interrupted', error: 'Interrupted' });
  }
  for (const [id, request] of run.requests) {
    // Its own record may still follow, so its position is uncertain.
    openCall(run, id, { ...request, stamp: { ...request.stamp, ref: undefined } });
    run.sink.closeCall(id, { outcome: 'cancelled', error: 'It never began', inferred: ['outcome'] });
  }
  run.requests.clear();
}

/** What a question about a permission is about, in one line. */
export function permissionText(data: JsonObject): string {
  const request = fieldsOf(data.permissionRequest);
  const names = ['fullCommandText', 'intention', 'fileName', 'path', 'url', 'toolName'];
  const about = names.map((name) => field.text(request, name)).find((text) => text !== undefined);
  return about ?? textOf(request.kind);
}
