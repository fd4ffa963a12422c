import { expect, test } from 'vitest';
import { endOf, fileHistories, indexSession, sessionPatch } from '../../src/replay/index.ts';
import { commandsOnFiles, commandsOnFilesSteps } from '../../src/replay/internal.ts';
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

test('commands on files are found in steps, which then give them at once', () => {
  const commands = Array.from({ length: 2000 }, (_, n) => `0:01 Bash(rm tide-${n % 7}.csv) 1s`);
  const index = indexSession(sessionFromText(['0:00 user: Go', ...commands].join('\n')));
  expect([...commandsOnFilesSteps(index)].length).toBeGreaterThan(2);
  expect(commandsOnFiles(index)).toHaveLength(2000);
  expect([...commandsOnFilesSteps(index)]).toHaveLength(0);
});
