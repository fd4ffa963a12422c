import type { Session, ToolCall } from '../../src/session/index.ts';
import { sessionFromText } from '../../tests/helpers/sessionFromText.ts';

const lineCount = 10_000;
const editCount = 200;
const path = 'src/table.ts';

/** A line of the file as it is read. */
export const lineAt = (line: number): string =>
  `export const row${line} = { id: ${line}, name: 'row ${line}', next: ${line + 1} };`;

const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** A session that reads a file of 10,000 lines, then edits 200 places of it. */
export function editedSession(): Session {
  const text = Array.from({ length: lineCount }, (_, line) => lineAt(line)).join('\n');
  const edits = Array.from({ length: editCount }, (_, n) => `${clock(n + 2)} Edit(${path}) 1s`);
  const drawn = sessionFromText(['0:00 user: Change the rows', `0:01 Read(${path}) 1s`, ...edits].join('\n'));
  const tool_calls = drawn.tool_calls.map((call, n): ToolCall => {
    if (n === 0) {
      return {
        ...call,
        output: { ...call.output, result: { ...call.output.result, start_line: 1, total_lines: lineCount } },
        context_contribution: { type: 'file_content', summary: path, full_content: text },
      };
    }
    const old_string = lineAt((n * 7919) % lineCount);
    const new_string = `${old_string.replace('name', 'label')}\n// changed ${n}`;
    return { ...call, input: { ...call.input, params: { ...call.input.params, old_string, new_string } } };
  });
  return { ...drawn, tool_calls };
}
