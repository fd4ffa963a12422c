// What a person would answer who read a raw log: who asked what, what came of it. By patterns of each format; imports nothing of the kit.
import { agentCounters, readObjects } from './countAgents.ts';
import { countRollout } from './countRollout.ts';
import { countTranscripts } from './countTranscripts.ts';
import { type Fields, isFields, type RawFile } from './tally.ts';

/** The eight questions that a brief answers; undefined where this reader cannot tell from the log. */
export interface Answers {
  /** Prompts of a person, without commands. */
  asked?: number;
  /** The last text of the session's own agent. */
  answered?: string;
  /** Files that were changed. */
  changed?: number;
  failed?: number;
  /** From the first thing said or done to the last, in seconds. */
  seconds?: number;
  outputTokens?: number;
  agents?: number;
  unanswered?: number;
}

/** What one record of a log says. */
interface Said {
  user?: string;
  assistant?: string;
  /** A file that a successful call changed. */
  file?: string;
  at?: number;
  /** A subagent was started. */
  agent?: boolean;
}

const objects = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
const object = (value: unknown): Fields => (isFields(value) ? value : {});
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const textsIn = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : objects(content)
        .map((block) => text(block.text) || (block.kind === 'text' ? text(block.data) : ''))
        .join('\n');
const timeOf = (value: unknown): number => (typeof value === 'number' ? value : Date.parse(text(value)));

const program =
  /^\s*(?:<(?:command-|local-command|task-notification|system-reminder|environment_context|user_instructions|bash-|ide_)|Caveat: The messages below|\[Request interrupted|This session is being continued|# AGENTS\.md)/;
const editTools =
  /^(?:edit|write|multiedit|notebookedit|create|str_replace|write_file|replace|edit_file|search_replace)$/i;
const startsAgent = /^(?:Task|Agent|task)$/;

function* claude(records: readonly Fields[]): Generator<Said> {
  const bad = new Set<unknown>();
  const good = new Set<unknown>();
  for (const { message } of records)
    for (const block of objects(object(message).content))
      if (block.type === 'tool_result') (block.is_error === true ? bad : good).add(block.tool_use_id);
  const delivered = new Set(
    records.filter(({ type }) => type === 'user').map(({ message }) => textsIn(object(message).content)),
  );
  const attached = new Set(records.map(({ attachment }) => textsIn(object(attachment).prompt)));
  const seen = new Set<unknown>();
  for (const {
    type,
    message,
    isSidechain,
    isMeta,
    isCompactSummary,
    timestamp,
    uuid,
    attachment,
    parent_tool_use_id,
    operation,
    content: queuedText,
  } of records) {
    if (uuid !== undefined && seen.has(uuid)) continue;
    seen.add(uuid);
    const at = timeOf(timestamp);
    const queued = object(attachment);
    if (queued.type === 'queued_command' && queued.commandMode !== 'task-notification')
      yield { user: textsIn(queued.prompt), at };
    // A prompt typed while the agent worked, which the program took up without writing it again.
    const typed = operation === 'enqueue' ? text(queuedText) : '';
    if (
      typed !== '' &&
      !/^\/|^\{"task_id"/.test(typed) &&
      !program.test(typed) &&
      !delivered.has(typed) &&
      !attached.has(typed)
    )
      yield { user: typed, at };
    const { content } = object(message);
    const said = textsIn(content).replace(/^<system-reminder>.*?<\/system-reminder>\s*/s, '');
    const isInner = isSidechain === true || text(parent_tool_use_id) !== '';
    const isResult = objects(content).some((block) => block.type === 'tool_result');
    if (type === 'user' && !isInner && isMeta !== true && isCompactSummary !== true && !isResult && !program.test(said))
      yield { user: said, at };
    else if (type === 'assistant' && !isInner && said.trim() !== '') yield { assistant: said, at };
    else if (isResult || type === 'assistant' || said.startsWith('<command-')) yield { at };
    for (const { type: kind, name, input, id } of objects(content)) {
      if (kind !== 'tool_use') continue;
      const path = text(object(input).file_path) || text(object(input).notebook_path);
      if (editTools.test(text(name)) && path !== '' && good.has(id)) yield { file: path };
      if (startsAgent.test(text(name)) && !isInner && !bad.has(id)) yield { agent: true };
    }
  }
}

const patchedFile = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm;

function* rollout(records: readonly Fields[]): Generator<Said> {
  for (const { type, payload, timestamp } of records) {
    const at = timeOf(timestamp);
    const { type: kind, message, changes, success } = object(payload);
    if (kind === 'user_message') yield program.test(text(message)) ? {} : { user: text(message), at };
    else if (kind === 'agent_message') yield { assistant: text(message), at };
    else if (type === 'response_item' && kind !== 'message') yield { at };
    if (kind === 'patch_apply_end' && success === true) for (const file of Object.keys(object(changes))) yield { file };
  }
  if (records.some(({ payload }) => object(payload).type === 'patch_apply_end')) return;
  const failed = new Set(
    records.flatMap(({ payload }) => {
      const { type: kind, call_id, output } = object(payload);
      const said = typeof output === 'string' ? output : JSON.stringify(output ?? '');
      return /output$/.test(text(kind)) && !/[Ss]uccess\. Updated/.test(said) ? [call_id] : [];
    }),
  );
  for (const { payload } of records) {
    const { type: kind, arguments: given, input, call_id } = object(payload);
    if ((kind !== 'function_call' && kind !== 'custom_tool_call') || failed.has(call_id)) continue;
    const patch = (text(given) || text(input)).replaceAll('\\\\n', '\n').replaceAll('\\n', '\n');
    for (const [, file = ''] of patch.matchAll(patchedFile)) yield { file: file.trim() };
  }
}

function* openCode(records: readonly Fields[]): Generator<Said> {
  const [exported] = records;
  for (const { info, parts } of objects(exported?.messages)) {
    const { role, time } = object(info);
    const at = timeOf(object(time).created);
    yield { at: timeOf(object(time).completed ?? object(time).created) };
    const said = objects(parts)
      .filter((part) => part.type === 'text' && part.synthetic !== true)
      .map((part) => text(part.text))
      .join('\n');
    yield said.trim() === '' ? { at } : role === 'user' ? { user: said, at } : { assistant: said, at };
    for (const { type, tool, state } of objects(parts)) {
      if (type !== 'tool') continue;
      const { status, input, metadata, time: spent } = object(state);
      yield { at: timeOf(object(spent).end ?? object(spent).start) };
      if (status !== 'completed') continue;
      if (tool === 'edit' || tool === 'write') yield { file: text(object(input).filePath) };
      if (tool === 'apply_patch' || tool === 'patch')
        for (const { filePath, relativePath } of objects(object(metadata).files))
          yield { file: text(relativePath) || text(filePath) };
      if (tool === 'task') yield { agent: true };
    }
  }
}

function* pi(records: readonly Fields[]): Generator<Said> {
  const bad = new Set<unknown>();
  for (const { message } of records) if (object(message).isError === true) bad.add(object(message).toolCallId);
  for (const { type, message, timestamp } of records) {
    const at = timeOf(timestamp);
    // A session may end with a change of its model.
    if (type !== 'message') {
      if (type !== 'session') yield { at };
      continue;
    }
    const { role, content } = object(message);
    const said = textsIn(
      objects(content).length > 0 ? objects(content).filter((block) => block.type === 'text') : content,
    );
    if (role === 'user') yield { user: said, at };
    else yield role === 'assistant' && said.trim() !== '' ? { assistant: said, at } : { at };
    for (const { type: kind, name, arguments: given, id } of objects(content))
      if (kind === 'toolCall' && editTools.test(text(name)) && !bad.has(id)) yield { file: text(object(given).path) };
  }
}

function* copilot(records: readonly Fields[]): Generator<Said> {
  const good = new Set<unknown>();
  for (const { type, data } of records)
    if (type === 'tool.execution_complete' && object(data).success === true) good.add(object(data).toolCallId);
  for (const { type, data, timestamp } of records) {
    const at = timeOf(timestamp);
    const { content, toolCallId, toolName, arguments: given } = object(data);
    if (type === 'user.message') yield { user: text(content), at };
    else if (type === 'assistant.message')
      yield text(content).trim() === '' ? { at } : { assistant: text(content), at };
    else if (type === 'tool.execution_start' || type === 'tool.execution_complete') yield { at };
    if (type === 'tool.execution_start' && editTools.test(text(toolName)) && good.has(toolCallId))
      yield { file: text(object(given).path) };
    if (type === 'subagent.started') yield { agent: true };
  }
}

function* gemini(records: readonly Fields[]): Generator<Said> {
  for (const record of records)
    for (const { type, content, timestamp, toolCalls } of objects(record.messages)) {
      const at = timeOf(timestamp);
      const said = textsIn(content);
      if (type === 'user') yield /^\/\w+\s*$/.test(said) ? { at } : { user: said, at };
      else if (type === 'gemini') yield said.trim() === '' ? { at } : { assistant: said, at };
      for (const { name, args, status, timestamp: done } of objects(toolCalls)) {
        yield { at: timeOf(done) };
        if (status === 'success' && editTools.test(text(name))) yield { file: text(object(args).file_path) };
      }
    }
}

function* kimi(records: readonly Fields[]): Generator<Said> {
  for (const { type, input, origin, time, event } of records) {
    const at = timeOf(time);
    if (type === 'usage.record') yield { at };
    if (type === 'turn.prompt' && object(origin).kind === 'user') yield { user: textsIn(input), at };
    const { type: kind, part, name, args } = object(event);
    if (kind === 'tool.call' && editTools.test(text(name))) yield { file: text(object(args).path) };
    if (kind === 'tool.call' && startsAgent.test(text(name))) yield { agent: true };
    if (kind === 'content.part' && object(part).type === 'text') yield { assistant: text(object(part).text), at };
    else if (kind === 'tool.call' || kind === 'tool.result') yield { at };
  }
}

function* qwen(records: readonly Fields[]): Generator<Said> {
  for (const { type, message, timestamp, toolCallResult } of records) {
    const at = timeOf(timestamp);
    const said = objects(object(message).parts)
      .filter((part) => part.thought !== true)
      .map((part) => text(part.text))
      .join('');
    if (type === 'user' && said !== '') yield { user: said, at };
    else yield type === 'assistant' && said.trim() !== '' ? { assistant: said, at } : { at };
    const { fileName, fileDiff } = object(object(toolCallResult).resultDisplay);
    if (fileDiff !== undefined && object(toolCallResult).status === 'success') yield { file: text(fileName) };
  }
}

function* kiro(records: readonly Fields[]): Generator<Said> {
  for (const { kind, data } of records) {
    const { content, meta } = object(data);
    const stamp = object(meta).timestamp;
    const at = typeof stamp === 'number' ? stamp * 1000 : Number.NaN;
    const said = textsIn(content).trim();
    if (kind === 'Prompt') yield { user: said, at };
    else if (kind === 'AssistantMessage' && said !== '') yield { assistant: said, at };
  }
}

function* cursor(records: readonly Fields[]): Generator<Said> {
  for (const { role, message } of records) {
    const said = textsIn(object(message).content).trim();
    if (said !== '') yield role === 'user' ? { user: said } : { assistant: said };
  }
}

const readers: Readonly<Record<string, (records: readonly Fields[]) => Generator<Said>>> = {
  'claude-code': claude,
  'claude-stream': claude,
  'codex-rollout': rollout,
  opencode: openCode,
  pi,
  'copilot-cli': copilot,
  'gemini-cli': gemini,
  kimi,
  'qwen-code': qwen,
  'kiro-cli': kiro,
  cursor,
};

/** A console log of Codex: prompts, replies and commands stand under their names; a patch names its files. */
function answerConsole(raw: string): Answers {
  const body = raw.slice(Math.max(0, raw.search(/^OpenAI Codex v/m)));
  const parts = body.split(/^(?=(?:user|codex|exec|thinking|apply_patch\(|file update|tokens used)\b.{0,12}$)/m);
  const users = parts.filter((part) => /^user\n/.test(part));
  const replies = parts.filter((part) => /^codex\n/.test(part)).map((part) => part.slice('codex\n'.length).trim());
  const last = replies.at(-1);
  const files = new Set([...body.matchAll(/^diff --git a\/(\S+) b\//gm)].map(([, file]) => file));
  return {
    asked: users.length,
    ...(last === undefined ? {} : { answered: last }),
    changed: files.size,
    failed: [...body.matchAll(/^.{0,2000} exited (?:-1|[1-9]\d{0,2}) in [\d.]+m?s:?$/gm)].length,
    agents: 0,
  };
}

/** Calls of Claude Code that went on in the background, and of which a later note says that they failed. */
function failedInBackground(raw: string): number {
  const notes = raw.matchAll(/<task-id>(\w{1,80})<\/task-id>(?:(?!<task-id>).){0,2000}?<status>failed<\/status>/gs);
  return new Set([...notes].map(([, id]) => id)).size;
}

/** Answers the eight questions from the raw files of one session; `main` is the first of them. */
export function answerQuestions(format: string, files: readonly RawFile[]): Answers {
  const [main] = files;
  if (main === undefined) return {};
  if (format === 'codex-log') return answerConsole(main.text);
  const read = readers[format];
  if (read === undefined) return {};
  const own = [...read(readObjects(main.text))];
  const others = files
    .slice(1)
    .flatMap((file) => (file.name.endsWith('.jsonl') ? [...read(readObjects(file.text))] : []));
  const tally =
    format === 'claude-code'
      ? countTranscripts([...files]).own
      : format === 'codex-rollout'
        ? countRollout(main.text).own
        : agentCounters[format]?.(main.text);
  const times = [...own, ...others].map(({ at }) => at ?? Number.NaN).filter((at) => at > 0);
  const first = own.find(({ at, user, assistant }) => at !== undefined && at > 0 && (user ?? assistant) !== undefined);
  const inner = new Set([...own, ...others].flatMap(({ file }) => (file === undefined || file === '' ? [] : [file])));
  const answered = own.findLast(({ assistant }) => assistant !== undefined)?.assistant;
  return {
    asked: own.filter(({ user }) => user !== undefined).length,
    ...(answered === undefined ? {} : { answered }),
    changed: inner.size,
    ...(tally === undefined
      ? {}
      : { failed: tally.failures + failedInBackground(main.text), unanswered: tally.unanswered }),
    ...(tally === undefined || tally.outputTokens === 0 ? {} : { outputTokens: tally.outputTokens }),
    ...(first === undefined ? {} : { seconds: (Math.max(...times) - Math.min(...times)) / 1000 }),
    agents: own.filter(({ agent }) => agent === true).length,
  };
}
