import type { LogEvent, LogEventType } from './events.ts';
import { createCommandReader } from './grammar/commands.ts';
import { readHeader, readStamp } from './grammar/header.ts';
import { readTrace } from './grammar/readNotice.ts';
import { type Outcome, readExecOutcome, readSearch, readToolEnd, readToolStart } from './grammar/readTool.ts';

type ExecCall = Extract<LogEvent, { type: 'exec_call' }>;
type ExecResult = Extract<LogEvent, { type: 'exec_result' }>;
type ToolCall = Extract<LogEvent, { type: 'tool_call' }>;
type ToolResult = Extract<LogEvent, { type: 'tool_result' }>;

/**
 * Builds an event from its lines, without prefixes and colours. It needs nothing but these lines, so that a single event can be read out of
 * a large log.
 */
export function buildEvent(type: LogEventType, lines: readonly string[]): LogEvent {
  const first = lines[0] ?? '';
  const rest = lines.slice(1);
  const stamp = readStamp(first);
  const words = stamp?.rest ?? first;
  const event = build(type, words, rest, lines);
  const at = stamp?.at ?? (type === 'note' ? readTrace(first)?.at : undefined);
  return at === undefined ? event : { ...event, at };
}

function build(type: LogEventType, first: string, rest: readonly string[], lines: readonly string[]): LogEvent {
  switch (type) {
    case 'session_start':
      return { type, meta: readHeader((index) => lines[index])?.meta ?? {} };
    case 'user':
      return { type, text: joinBody(rest) };
    case 'assistant':
      return { type, text: assistantText(first, rest) };
    case 'note':
      return buildNote(first, rest);
    case 'tool_call':
      return buildToolCall(first, rest);
    case 'tool_result':
      return buildToolResult(first, rest);
    case 'exec_call':
      return buildExecCall(first, rest);
    case 'exec_result':
      return buildExecResult(first, rest);
    case 'patch':
      return first.startsWith('diff --git ')
        ? { type, header: first, diff: joinLines([first, ...rest]) }
        : { type, header: first, diff: joinLines(rest) };
    case 'plan_update':
      return { type, text: planText(first, rest) };
    case 'stats':
      return { type, name: 'tokens used', value: statsValue(first, rest) };
    case 'truncated': {
      const text = joinLines(rest);
      return text === '' ? { type, reason: first } : { type, reason: first, text };
    }
    case 'unknown':
      return { type, raw: joinLines(lines) };
  }
}

function assistantText(first: string, rest: readonly string[]): string {
  if (first === 'codex') return joinBody(rest);
  const stated = 'Agent message: ';
  return joinLines([first.startsWith(stated) ? first.slice(stated.length) : first, ...rest]);
}

function buildNote(first: string, rest: readonly string[]): LogEvent {
  if (first === 'thinking') return { type: 'note', channel: 'thinking', text: joinBody(rest) };
  const stated = 'thinking: ';
  if (first.startsWith(stated)) {
    return { type: 'note', channel: 'thinking', text: joinLines([first.slice(stated.length), ...rest]) };
  }
  const text = joinLines([first, ...rest]);
  // Reasoning without a heading begins with a title in bold.
  return { type: 'note', channel: first.startsWith('**') ? 'thinking' : 'system', text };
}

/** Stamped logs give each line of a plan its own stamp. */
function planText(first: string, rest: readonly string[]): string {
  const lines = rest.map((line) => readStamp(line)?.rest ?? line);
  return first === 'Plan update' ? joinLines(lines) : joinLines([first, ...lines]);
}

function statsValue(first: string, rest: readonly string[]): string {
  const inline = 'tokens used: ';
  return first.startsWith(inline) ? first.slice(inline.length).trim() : (rest[0] ?? '').trim();
}

/** `exec` and the command on the lines after it, or both on one line in stamped logs. */
function buildExecCall(first: string, rest: readonly string[]): ExecCall {
  const lines = first.startsWith('exec ') ? [first.slice('exec '.length), ...rest] : [...rest];
  const reader = createCommandReader();
  for (const [index, line] of lines.entries()) {
    const at = reader.feed(line);
    if (at === undefined) continue;
    const command = [...lines.slice(0, index), line.slice(0, at)].join('\n');
    return { type: 'exec_call', command, workdir: line.slice(at + ' in '.length) };
  }
  return { type: 'exec_call', command: joinLines(lines) };
}

/** How a command ended, and its output; stamped logs repeat the command first, on as many lines as it has. */
function buildExecResult(first: string, rest: readonly string[]): ExecResult {
  const head = [first];
  let outcome = readExecOutcome(first);
  while (outcome === undefined && head.length <= rest.length) {
    head.push(rest[head.length - 1] ?? '');
    outcome = readExecOutcome(head.at(-1) ?? '');
  }
  if (outcome === undefined) return { type: 'exec_result', ok: false, text: joinLines([first, ...rest]) };
  const command = [...head.slice(0, -1), (head.at(-1) ?? '').slice(0, outcome.start)].join('\n');
  const text = joinLines(rest.slice(head.length - 1));
  return {
    type: 'exec_result',
    ...outcomeFields(outcome),
    ...(text === '' ? {} : { text }),
    ...(command === '' ? {} : { command }),
  };
}

function outcomeFields({
  ok,
  code,
  durationMs,
  status,
}: Outcome): Pick<ExecResult, 'ok' | 'code' | 'durationMs' | 'status'> {
  return {
    ok,
    ...(code === undefined ? {} : { code }),
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(status === undefined ? {} : { status }),
  };
}

/** The start of a call; lines after the first one continue its input. */
function buildToolCall(first: string, rest: readonly string[]): ToolCall {
  const start = readToolStart(first);
  if (start === undefined) return { type: 'tool_call', name: 'web_search', argsText: readSearch(first) ?? first };
  return {
    type: 'tool_call',
    name: start.name,
    argsText: joinLines([start.argsText, ...rest]),
    ...(start.callId === undefined ? {} : { callId: start.callId }),
  };
}

/** The end of a call. */
function buildToolResult(first: string, rest: readonly string[]): ToolResult {
  const end = readToolEnd(first);
  const outcome = end === undefined ? readExecOutcome(first) : undefined;
  if (outcome?.start === 0) {
    const text = joinLines(rest);
    return { type: 'tool_result', ...outcomeFields(outcome), ...(text === '' ? {} : { text }) };
  }
  if (end === undefined) {
    return { type: 'tool_result', ok: true, name: 'web_search', argsText: readSearch(first) ?? first };
  }
  // The outcome of an agent may follow a prompt of several lines.
  const whole = end.callId === undefined || end.name === 'apply_patch' ? undefined : joinLines([first, ...rest]);
  const { key: _, stated, ...fields } = whole === undefined ? end : (readToolEnd(whole) ?? end);
  const text = whole === undefined ? joinLines(rest) : (stated ?? whole);
  return { type: 'tool_result', ...fields, ...(text === '' ? {} : { text }) };
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}

/** Lines as a text, without the blank ones that separate it from what follows. */
function joinLines(lines: readonly string[]): string {
  let end = lines.length;
  while (end > 0 && isBlank(lines[end - 1])) end -= 1;
  return (end === lines.length ? lines : lines.slice(0, end)).join('\n');
}

/** Like the above, for texts by a person or model: leading blank lines are removed too. */
function joinBody(lines: readonly string[]): string {
  let start = 0;
  while (start < lines.length && isBlank(lines[start])) start += 1;
  return joinLines(lines.slice(start));
}
