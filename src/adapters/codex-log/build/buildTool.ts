import type { LogEvent } from '../events.ts';
import { readSearch, readToolEnd, readToolStart } from '../grammar/readTool.ts';
import { joinLines } from './joinLines.ts';

type ToolCall = Extract<LogEvent, { type: 'tool_call' }>;
type ToolResult = Extract<LogEvent, { type: 'tool_result' }>;

/** The start of a call; lines that follow the first one go on with what it was given. */
export function buildToolCall(first: string, rest: readonly string[]): ToolCall {
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
export function buildToolResult(first: string, rest: readonly string[]): ToolResult {
  const end = readToolEnd(first);
  if (end === undefined) {
    return { type: 'tool_result', ok: true, name: 'web_search', argsText: readSearch(first) ?? first };
  }
  // What became of an agent may stand behind a prompt of several lines.
  const whole = end.callId === undefined || end.name === 'apply_patch' ? undefined : joinLines([first, ...rest]);
  const { key: _, told, ...fields } = whole === undefined ? end : (readToolEnd(whole) ?? end);
  const text = whole === undefined ? joinLines(rest) : (told ?? whole);
  return { type: 'tool_result', ...fields, ...(text === '' ? {} : { text }) };
}
