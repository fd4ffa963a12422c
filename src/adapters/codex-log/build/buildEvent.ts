import type { LogEvent, LogEventType } from '../events.ts';
import { readHeader } from '../grammar/readHeader.ts';
import { readTrace } from '../grammar/readNotice.ts';
import { readStamp } from '../grammar/readStamp.ts';
import { buildExecCall, buildExecResult } from './buildExec.ts';
import { buildToolCall, buildToolResult } from './buildTool.ts';
import { joinBody, joinLines } from './joinLines.ts';

/**
 * Makes an event of its lines, undressed. What the lines alone say is all it needs, so that an event can be read by
 * itself out of a large log.
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
  const told = 'Agent message: ';
  return joinLines([first.startsWith(told) ? first.slice(told.length) : first, ...rest]);
}

function buildNote(first: string, rest: readonly string[]): LogEvent {
  if (first === 'thinking') return { type: 'note', channel: 'thinking', text: joinBody(rest) };
  const told = 'thinking: ';
  if (first.startsWith(told)) {
    return { type: 'note', channel: 'thinking', text: joinLines([first.slice(told.length), ...rest]) };
  }
  const text = joinLines([first, ...rest]);
  // Reasoning without a head begins with its title in bold.
  return { type: 'note', channel: first.startsWith('**') ? 'thinking' : 'system', text };
}

/** Stamped logs give each line of a plan a stamp of its own. */
function planText(first: string, rest: readonly string[]): string {
  const lines = rest.map((line) => readStamp(line)?.rest ?? line);
  return first === 'Plan update' ? joinLines(lines) : joinLines([first, ...lines]);
}

function statsValue(first: string, rest: readonly string[]): string {
  const inline = 'tokens used: ';
  return first.startsWith(inline) ? first.slice(inline.length).trim() : (rest[0] ?? '').trim();
}
