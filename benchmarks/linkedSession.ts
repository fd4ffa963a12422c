import type { Session, ToolCall } from '../src/session/index.ts';
import { bigSession } from './bigSession.ts';

/** Lines of a file that a call reads. */
const linesRead = 60;

/** A session with groups of four related calls: a search, the reading of what it found, a change to it, and its test. */
export function linkedSession(calls: number): Session {
  const session = bigSession(calls);
  return { ...session, tool_calls: session.tool_calls.map(linkCall) };
}

function linkCall(call: ToolCall, n: number): ToolCall {
  const round = Math.floor(n / 4);
  const path = `src/part${round % 97}/tide${round}.ts`;
  const lines = Array.from(
    { length: linesRead },
    (_, line) => `  const level${line}At${round} = readGauge(${line}, ${round});`,
  );
  const { tool_name, tool_category, params, text } = [
    {
      tool_name: 'Grep',
      tool_category: 'perception',
      params: { pattern: `level0At${round}` },
      text: `${path}:1:${lines[0]}`,
    },
    { tool_name: 'Read', tool_category: 'perception', params: { file_path: path }, text: lines.join('\n') },
    {
      tool_name: 'Edit',
      tool_category: 'action',
      params: {
        file_path: path,
        old_string: lines.slice(8, 14).join('\n'),
        new_string: `  const changed${round} = true;`,
      },
      text: 'done',
    },
    { tool_name: 'Bash', tool_category: 'action', params: { command: `pnpm test ${path}` }, text: `ok ${path}` },
  ][n % 4] as Pick<ToolCall, 'tool_name' | 'tool_category'> & { params: Record<string, unknown>; text: string };
  return {
    ...call,
    tool_name,
    tool_category,
    input: { params },
    output: { status: 'success', result: { text } },
    outcome: 'succeeded',
  };
}
