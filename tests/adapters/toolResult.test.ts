import { expect, it } from 'vitest';
import { readCommandEnd, toolResult } from '../../src/adapters/toolResult.ts';

it.each([
  ['a field', { exitCode: 1, text: '<exited with exit code 0>' }, { exitCode: 1, outcome: 'failed', inferred: [] }],
  ['a field that says success', { exitCode: 0 }, { exitCode: 0, outcome: 'succeeded', inferred: [] }],
  ['Copilot', { text: 'FAIL\n<exited with exit code 1>' }, { exitCode: 1, outcome: 'failed' }],
  ['Copilot, of a shell', { text: 'x\n<shellId: 3 completed with exit code 2>' }, { exitCode: 2, outcome: 'failed' }],
  [
    'Copilot, of a command waited for',
    { text: 'x\n<command with shellId: a completed with exit code 2>' },
    { exitCode: 2, outcome: 'failed' },
  ],
  ['pi', { text: 'FAIL\n\nCommand exited with code 127' }, { exitCode: 127, outcome: 'failed' }],
  ['pi, stopped', { text: 'x\nCommand aborted' }, { outcome: 'interrupted', inferred: ['outcome'] }],
  [
    'Gemini',
    { text: 'Output: x\nExit Code: 2\nSignal: (none)\nProcess Group PGID: 4' },
    { exitCode: 2, outcome: 'failed' },
  ],
  [
    'Gemini, killed by a signal',
    { text: 'Command: sleep 9\nExit Code: (none)\nSignal: SIGKILL\nBackground PIDs: 4711\nProcess Group PGID: 4' },
    { outcome: 'failed', inferred: ['outcome'] },
  ],
  [
    'Gemini, whose line breaks were escaped twice',
    { text: String.raw`Command: ls\nOutput: none\nExit Code: 1\nSignal: 0\nProcess Group PGID: 4` },
    { exitCode: 1, outcome: 'failed', inferred: ['outcome', 'exit_code'] },
  ],
  ['Claude Code', { text: 'Exit code 1\nnope' }, { exitCode: 1, outcome: 'failed' }],
  [
    'OpenCode, after too long',
    { text: 'x\n\n<bash_metadata>\nbash tool terminated command after exceeding timeout 120000 ms\n</bash_metadata>' },
    { outcome: 'failed', inferred: ['outcome'] },
  ],
  ['Codex', { text: 'Exit code: 0\nWall time: 1s' }, { exitCode: 0, outcome: 'succeeded' }],
])('reads how a command ended from %s', (_, evidence, end) => {
  expect(readCommandEnd(evidence)).toMatchObject(end);
});

it('marks what it read from a text as inferred', () => {
  expect(readCommandEnd({ text: '<exited with exit code 1>' }).inferred).toEqual(['outcome', 'exit_code']);
});

it("does not take a command's output for the tool's words", () => {
  expect(readCommandEnd({ text: `Exit Code: 3\n${'line\n'.repeat(20)}done` })).toEqual({ inferred: [] });
  expect(readCommandEnd({ text: 'the docs say: Command exited with code 1, sometimes' })).toEqual({ inferred: [] });
  expect(readCommandEnd({ text: `${String.raw`puts("a\nExit Code: 1\n")`}\ndone` })).toEqual({ inferred: [] });
  expect(readCommandEnd({ text: undefined })).toEqual({ inferred: [] });
  expect(readCommandEnd({ text: 'Command: ls\nSignal: 0\nProcess Group PGID: 4' })).toEqual({ inferred: [] });
});

it("gives the tool's own words as the error of a command that took too long, not what it printed first", () => {
  const text = 'first line\n\nCommand timed out after 5 seconds';
  expect(toolResult('bash', { outcome: 'failed', text }).error).toBe('Command timed out after 5 seconds');
});

it('reads the end of a command from the tool that waited for it', () => {
  const text = 'FAIL\n<shellId: 3 completed with exit code 1>';
  expect(toolResult('read_bash', { outcome: 'succeeded', text })).toMatchObject({ outcome: 'failed', exitCode: 1 });
  expect(toolResult('view', { outcome: 'succeeded', text })).toMatchObject({ outcome: 'succeeded' });
});
