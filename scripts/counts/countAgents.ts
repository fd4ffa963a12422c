import { type Fields, isFields, none, type Tally } from './tally.ts';

/** The objects of a log, in any layout: one a line, elements of a list, behind a prefix, or over several lines. */
export function readObjects(text: string): Fields[] {
  const whole = parse(text);
  if (whole !== undefined) return [whole].flat().filter(isFields);
  const found: Fields[] = [];
  let open = '';
  for (const line of text.replaceAll('\0', '').split('\n')) {
    const start = open === '' ? line.search(/\{\s*("|$)/) : 0;
    if (start === -1) continue;
    const listed = open === '' && line.startsWith('[{') ? parse(line) : undefined;
    if (Array.isArray(listed)) {
      for (const each of listed.filter(isFields)) found.push(each);
      continue;
    }
    const candidate = open === '' ? line.slice(start) : `${open}\n${line}`;
    const value = parse(candidate.replace(/[\],\s]+$/, '')) ?? parse(candidate.replace(/\n/g, '\\n'));
    if (isFields(value)) found.push(value);
    open = value === undefined && /^\s*\{\s*$|\n/.test(candidate) && candidate.length < 1e6 ? candidate : '';
  }
  return found;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const objects = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
const object = (value: unknown): Fields => (isFields(value) ? value : {});
const sum = (numbers: readonly unknown[]): number => numbers.reduce<number>((all, each) => all + Number(each ?? 0), 0);

/** Calls by id, with what is known to have failed, and the output tokens. */
function tally(calls: ReadonlySet<unknown>, results: ReadonlyMap<unknown, boolean>, outputTokens: number): Tally {
  const answered = [...calls].filter((id) => results.has(id));
  const failures = answered.filter((id) => results.get(id) === true).length;
  return { ...none(), calls: calls.size, failures, unanswered: calls.size - answered.length, outputTokens };
}

function countClaudeStream(text: string): Tally {
  const records = readObjects(text);
  const calls = new Set<unknown>();
  const results = new Map<unknown, boolean>();
  const spent = new Map<unknown, number>();
  for (const { type, message } of records) {
    const { id, content, usage } = object(message);
    if (type === 'assistant') spent.set(id, Math.max(spent.get(id) ?? 0, Number(object(usage).output_tokens ?? 0)));
    for (const block of objects(content)) {
      if (block.type === 'tool_use') calls.add(block.id);
      if (block.type === 'tool_result') results.set(block.tool_use_id, block.is_error === true);
    }
  }
  const ends = records.filter(({ type }) => type === 'result');
  const models = Object.values(object(ends.at(-1)?.modelUsage)).map((each) => object(each).outputTokens);
  const inner = new Set(records.filter((each) => each.parent_tool_use_id).map(({ message }) => object(message).id));
  const replies = [...spent].filter(([id]) => !inner.has(id)).map(([, tokens]) => tokens);
  const stated = sum(ends.map(({ usage }) => object(usage).output_tokens));
  const own = Math.max(sum(replies), stated) + sum([...spent].filter(([id]) => inner.has(id)).map(([, each]) => each));
  return tally(calls, results, models.length > 0 ? sum(models) : own);
}

const itemCalls = new Set(['command_execution', 'file_change', 'mcp_tool_call', 'web_search', 'collab_tool_call']);

function countCodexExec(text: string): Tally {
  const records = readObjects(text);
  const calls = new Set<unknown>();
  const results = new Map<unknown, boolean>();
  let process = 0;
  for (const { type, item } of records) {
    if (type === 'thread.started') process += 1;
    const { id, type: kind, exit_code, status, error } = object(item);
    if (!itemCalls.has(String(kind))) continue;
    const key = `${process} ${String(id)}`;
    calls.add(key);
    const bad = status === 'failed' || status === 'declined' || Number(exit_code ?? 0) !== 0 || isFields(error);
    if (type === 'item.completed') results.set(key, bad);
  }
  return tally(calls, results, sum(records.map(({ usage }) => object(usage).output_tokens)));
}

const COPILOT_EXIT = /<(?:exited|shellId: \S+ completed) with exit code -?[1-9]\d*>\s*$/;

function countCopilot(text: string): Tally {
  const events = readObjects(text).map(({ type, data }) => ({ type, data: object(data) }));
  const calls = new Set<unknown>();
  const results = new Map<unknown, boolean>();
  const spent = new Map<unknown, number>();
  const hidden = new Set<unknown>();
  const denied = new Set<unknown>();
  const asked = new Map<unknown, unknown>();
  let closed: number | undefined;
  for (const { type, data } of events) {
    if (type === 'assistant.message') {
      const tokens = Number(data.outputTokens ?? 0);
      if (!spent.has(data.messageId)) spent.set(data.messageId ?? data, tokens);
      for (const { toolCallId, name } of objects(data.toolRequests)) {
        if (name === 'report_intent') hidden.add(toolCallId);
        else calls.add(toolCallId);
      }
    }
    if (type === 'tool.execution_start' && data.toolName === 'report_intent') hidden.add(data.toolCallId);
    else if (type === 'tool.execution_start' || type === 'tool.user_requested') calls.add(data.toolCallId);
    if (type === 'tool.execution_complete' && calls.has(data.toolCallId)) {
      const said = String(object(data.result).content ?? '');
      results.set(data.toolCallId, data.success === false || COPILOT_EXIT.test(said));
    }
    if (type === 'permission.requested') asked.set(data.requestId, object(data.permissionRequest).toolCallId);
    if (type === 'permission.completed') asked.delete(data.requestId);
    if (type === 'permission.completed' && /^denied|^cancelled/.test(String(object(data.result).kind))) {
      denied.add(data.toolCallId);
    }
    if (type === 'abort') for (const id of calls) if (!results.has(id)) results.set(id, true);
    if (type === 'session.shutdown') {
      // Who closes a session that waits for leave to run a call does not give it.
      for (const id of asked.values()) if (!results.has(id)) results.set(id, true);
      asked.clear();
      closed =
        (closed ?? 0) +
        sum(Object.values(object(data.modelMetrics)).map((each) => object(object(each).usage).outputTokens));
      spent.clear();
    }
  }
  const started = new Set(
    events
      .filter(({ type }) => type === 'tool.execution_start' || type === 'tool.user_requested')
      .map(({ data }) => data.toolCallId),
  );
  for (const id of calls) if (!results.has(id) && !started.has(id)) results.set(id, true);
  for (const id of denied) if (results.has(id)) results.set(id, true);
  return tally(calls, results, (closed ?? 0) + sum([...spent.values()]));
}

function countPi(text: string): Tally {
  const calls = new Set<unknown>();
  const results = new Map<unknown, boolean>();
  const broken = new Set<unknown>();
  let outputTokens = 0;
  for (const { type, message } of readObjects(text)) {
    if (type !== 'message' && type !== 'message_end') continue;
    const { role, content, usage, stopReason, toolCallId, isError } = object(message);
    if (role === 'toolResult') results.set(toolCallId, isError === true);
    if (role !== 'assistant') continue;
    outputTokens += Number(object(usage).output ?? 0);
    for (const block of objects(content)) {
      if (block.type !== 'toolCall') continue;
      calls.add(block.id);
      if (stopReason === 'aborted' || stopReason === 'error') broken.add(block.id);
    }
  }
  for (const id of broken) if (!results.has(id)) results.set(id, true);
  return tally(calls, results, outputTokens);
}

/** Joins messages and parts that are stored separately; parts whose message is gone stand alone. */
function storedMessages(found: readonly Fields[]): { info: Fields; parts: Fields[] }[] {
  const messages = new Map<unknown, { info: Fields; parts: Fields[] }>();
  for (const info of found) if (typeof info.role === 'string') messages.set(info.id, { info, parts: [] });
  for (const part of found) {
    if (typeof part.role === 'string' || typeof part.type !== 'string') continue;
    const own = messages.get(part.messageID) ?? { info: {}, parts: [] };
    own.parts.push(part);
    messages.set(part.messageID, own);
  }
  return [...messages.values()];
}

function countOpenCode(text: string): Tally {
  const found = readObjects(text);
  const exported = found.find(({ messages }) => Array.isArray(messages));
  const all = exported === undefined ? storedMessages(found) : objects(exported.messages);
  const count = none();
  for (const { info, parts } of all) {
    const { tokens, error } = object(info);
    count.outputTokens += Number(object(tokens).output ?? 0) + Number(object(tokens).reasoning ?? 0);
    for (const { type, tool, state } of objects(parts)) {
      if (type !== 'tool') continue;
      const { status, metadata } = object(state);
      const bad = status === 'error' || Number(object(metadata).exit ?? 0) !== 0 || tool === 'invalid';
      const isOpen = status === 'running' || status === 'pending';
      count.calls += 1;
      count.failures += bad || (isOpen && isFields(error)) ? 1 : 0;
      count.unanswered += isOpen && !isFields(error) ? 1 : 0;
    }
  }
  return count;
}

/** Behind a line break, or behind the backslash and n that stand for one. */
const EXIT_CODE = /(?:^|\\n)Exit Code: -?[1-9]\d*(?:\\n|$)/m;

/** Every message by its id, wherever it stands: the last record that gives tokens or a call's state counts. */
function countGemini(text: string): Tally {
  const calls = new Set<unknown>();
  const results = new Map<unknown, boolean>();
  const spent = new Map<unknown, number>();
  for (const record of readObjects(text)) {
    for (const { id, type, tokens, toolCalls } of [
      record,
      ...objects(record.messages),
      ...objects(object(record.$set).messages),
    ]) {
      if (type !== 'gemini' && type !== 'model') continue;
      if (isFields(tokens)) spent.set(id, sum([tokens.output, tokens.thoughts]));
      for (const call of objects(toolCalls)) {
        calls.add(call.id);
        const bad = call.status === 'error' || call.status === 'cancelled';
        const answers = objects(call.result).map(({ functionResponse }) =>
          String(object(object(functionResponse).response).output),
        );
        const failed = call.name === 'run_shell_command' && answers.some((each) => EXIT_CODE.test(each.slice(-300)));
        if (bad || call.status === 'success') results.set(call.id, bad || failed);
      }
    }
  }
  return tally(calls, results, sum([...spent.values()]));
}

const QWEN_ENDS = new Set(['success', 'error', 'cancelled']);

/** Calls as the model asked for them; for a message that occurs twice, the usage given last. */
function countQwen(text: string): Tally {
  const calls = new Set<unknown>();
  const results = new Map<unknown, boolean>();
  const spent = new Map<unknown, number>();
  for (const { uuid, type, message, usageMetadata, toolCallResult } of readObjects(text)) {
    const parts = objects(object(message).parts);
    if (type === 'assistant') {
      for (const { functionCall } of parts) if (isFields(functionCall)) calls.add(functionCall.id);
      const { candidatesTokenCount, thoughtsTokenCount } = object(usageMetadata);
      if (isFields(usageMetadata)) spent.set(uuid, sum([candidatesTokenCount, thoughtsTokenCount]));
    }
    if (type !== 'tool_result') continue;
    for (const { functionResponse } of parts) {
      const { id, response } = object(functionResponse);
      const { output, error } = object(response);
      const { status } = object(toolCallResult);
      const hasFailed = QWEN_ENDS.has(String(status)) ? status !== 'success' : error !== undefined;
      results.set(id, hasFailed || EXIT_CODE.test(String(output ?? '').slice(-300)));
    }
  }
  return tally(calls, results, sum([...spent.values()]));
}

/**
 * Counts a transcript's calls; a result without a success, and a command with an exit status other than 0, failed. There are no token
 * counts.
 */
function countKiro(text: string): Tally {
  const calls = new Set<unknown>();
  const results = new Map<unknown, boolean>();
  let unnamed = 0;
  for (const { kind, data, history } of readObjects(text)) {
    for (const part of objects(object(data).content)) {
      const { toolUseId, status, content } = object(part.data);
      if (kind === 'AssistantMessage' && part.kind === 'toolUse') calls.add(toolUseId);
      if (part.kind !== 'toolResult') continue;
      const codes = objects(content).map((each) => object(each.data).exit_status);
      const failed = codes.some((code) => code !== undefined && !/\b0$/.test(String(code)));
      results.set(toolUseId, status !== 'success' || failed);
    }
    for (const { assistant } of objects(history)) {
      for (const { id } of objects(object(object(assistant).ToolUse).tool_uses)) {
        unnamed += 1;
        calls.add(id === '' ? `unnamed ${unnamed}` : id);
      }
    }
  }
  return tally(calls, results, 0);
}

/** Counts transcripts and streams: a transcript gives no outcomes, a stream gives them in one field of the result. */
function countCursor(text: string): Tally {
  const calls = new Set<unknown>();
  const results = new Map<unknown, boolean>();
  const transcribed = new Set(['tool_use', 'tool_call', 'tool-call']);
  for (const { type, message, call_id, tool_call } of readObjects(text)) {
    for (const block of objects(object(message).content)) {
      if (!transcribed.has(String(block.type))) continue;
      calls.add(block);
      results.set(block, false);
    }
    if (type !== 'tool_call') continue;
    calls.add(call_id);
    const [call] = Object.values(object(tool_call)).filter(isFields);
    const [how] = Object.keys(object(call?.result));
    if (how !== undefined) results.set(call_id, how !== 'success');
  }
  return tally(calls, results, 0);
}

/** Calls and results of Kimi Code's own files and of kimi-cli's, the tokens of each step, and all other records that do not repeat them. */
function countKimi(text: string): Tally {
  const calls = new Set<unknown>();
  const results = new Map<unknown, boolean>();
  const spent: number[] = [];
  let last = '';
  let file = 0;
  for (const record of readObjects(text)) {
    // Call ids are unique only within one agent's file; each file begins with its version.
    if (record.type === 'metadata') file += 1;
    const event = object(record.event);
    if (event.type === 'tool.call') calls.add(`${file} ${event.toolCallId}`);
    if (event.type === 'tool.result') {
      results.set(`${file} ${event.toolCallId}`, object(event.result).isError === true);
    }
    const usage = isFields(event.usage) ? event.usage : isFields(record.usage) ? record.usage : undefined;
    if (usage !== undefined && !(record.type === 'usage.record' && JSON.stringify(usage) === last)) {
      spent.push(Number(usage.output ?? 0));
      last = JSON.stringify(usage);
    }
    let { type, payload } = object(record.message);
    let agent: unknown = file;
    while (type === 'SubagentEvent') {
      agent = object(payload).parent_tool_call_id ?? object(payload).task_tool_call_id;
      ({ type, payload } = object(object(payload).event));
    }
    const { id, tool_call_id, return_value, token_usage } = object(payload);
    if (type === 'ToolCall') calls.add(`${agent} ${id}`);
    if (type === 'ToolResult') results.set(`${agent} ${tool_call_id}`, object(return_value).is_error === true);
    if (type === 'StatusUpdate' && isFields(token_usage)) spent.push(Number(token_usage.output ?? 0));
  }
  return tally(calls, results, sum(spent));
}

/** Counts the contents of a log of each format from the raw format alone, without any code of the kit. */
export const agentCounters: Readonly<Record<string, (text: string) => Tally>> = {
  'claude-stream': countClaudeStream,
  'codex-exec-json': countCodexExec,
  'copilot-cli': countCopilot,
  cursor: countCursor,
  'gemini-cli': countGemini,
  kimi: countKimi,
  'kiro-cli': countKiro,
  opencode: countOpenCode,
  pi: countPi,
  'qwen-code': countQwen,
};
