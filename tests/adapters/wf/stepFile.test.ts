import { describe, expect, it } from 'vitest';
import { readStepFile } from '../../../src/adapters/wf/steps.ts';

const text = (output: string, command = 'make test') =>
  `=== Step 3: Unit tests ===\nCommand: ${command}\nStarted: 2026-02-04T11:20:01+00:00\n\n${output}\nExit code: 2\nDuration: 12.5s\nStatus: failed\n`;

describe('files of single steps', () => {
  it('contain the command, its times and its output', () => {
    expect(readStepFile(text('[stdout]\na\n\nb\n[stderr]\nc\n'))).toEqual({
      name: 'Unit tests',
      command: 'make test',
      type: 'command',
      startedAt: '2026-02-04T11:20:01+00:00',
      endedAt: undefined,
      result: {
        exitCode: 2,
        success: false,
        durationMs: 12_500,
        stdout: 'a\n\nb\n',
        stderr: 'c\n',
        verifyOutput: undefined,
      },
    });
  });

  it('may contain commands of several lines, and output that looks like fields', () => {
    const file = readStepFile(text('[stdout]\nExit code: 0\nStatus: success\n', 'if x; then\n  y\nfi'));
    expect(file).toMatchObject({
      command: 'if x; then\n  y\nfi',
      result: { exitCode: 2, stdout: 'Exit code: 0\nStatus: success\n' },
    });
  });

  it('may lack output, or be truncated', () => {
    expect(readStepFile(text('[no output]\n'))?.result).toMatchObject({ stdout: undefined, stderr: undefined });
    const cut = '=== Step 1: a ===\nCommand: b\nStarted: 2026-02-04T11:20:01+00:00\n\n[stdout]\nhalf';
    expect(readStepFile(cut)?.result).toMatchObject({ exitCode: undefined, success: false, stdout: 'half\n' });
  });

  it('may be JSON', () => {
    expect(
      readStepFile({ step: 1, name: 'a', type: 'checkpoint', completed: '2026-02-04T11:24:10Z', status: 'success' }),
    ).toMatchObject({
      type: 'checkpoint',
      endedAt: '2026-02-04T11:24:10Z',
      result: { success: true },
    });
  });

  it('are kept apart from other files', () => {
    expect(readStepFile('=== Step 1: a ===\n')).toBeUndefined();
    expect(readStepFile([1])).toBeUndefined();
  });
});
