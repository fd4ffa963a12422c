import { expect, test } from 'vitest';
import { endOf, fileHistories, indexSession, sessionPatch } from '../../src/replay/index.ts';
import type { ToolCall } from '../../src/session/index.ts';
import { sessionFromText } from '../helpers/sessionFromText.ts';

test('a patch may have any number of lines', () => {
  const lines = 200_000;
  const session = sessionFromText('0:00 user: Go\n0:01 Write(a.txt) 1s');
  const [call] = session.tool_calls as [ToolCall];
  const written: ToolCall = {
    ...call,
    input: { params: { ...call.input.params, content: 'a\n'.repeat(lines) } },
    output: { ...call.output, result: { patches: [{ path: 'a.txt', change: 'added', hunks: [] }] } },
  };
  const index = indexSession({ ...session, tool_calls: [written] });
  const { text } = sessionPatch(index, fileHistories(index), endOf(index));
  expect(text.split('\n').filter((line) => line === '+a')).toHaveLength(lines);
});
