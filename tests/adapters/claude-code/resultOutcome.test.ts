import { describe, expect, it } from 'vitest';
import { resultOutcome } from '../../../src/adapters/claude-code/results/read.ts';

describe('resultOutcome', () => {
  it.each([
    ['Exit code 1\nError: no such file', 'failed'],
    ['Error: Exit code 137\n[Request interrupted by user for tool use]', 'interrupted'],
    ['Exit code 1\nPermission to use the printer was refused', 'failed'],
    ['<tool_use_error>File has not been read yet.</tool_use_error>', 'failed'],
    ['<tool_use_error>Sibling tool call errored</tool_use_error>', 'cancelled'],
    ['<tool_use_error>Cancelled: parallel tool call Bash(x) errored</tool_use_error>', 'cancelled'],
    ["The user doesn't want to proceed with this tool use. The tool use was rejected", 'denied'],
    ["Claude requested permissions to write to /a, but you haven't granted it yet.", 'denied'],
    ['Permission to use Bash has been denied.', 'denied'],
    ['PreToolUse:Bash hook blocking error from command: "check": no', 'denied'],
    ['PreToolUse:Edit hook error: [guard.sh]: not in this folder', 'denied'],
    ['Error: PreToolUse:mcp__files__write hook error: [guard.sh]: not in this folder', 'denied'],
    ['PostToolUse:Edit hook error: [check.sh]: two warnings', 'failed'],
    ['Exit code 1\nPreToolUse hook error', 'failed'],
    ['[Request interrupted by user for tool use]', 'interrupted'],
    ['Interrupted by user', 'interrupted'],
    ['Interrupted by user input: the tide is out', 'failed'],
    ['Error: Command was aborted before completion', 'interrupted'],
    ['something else', 'failed'],
    ['', 'failed'],
  ])('reads the error %j as %s', (text, outcome) => {
    expect(resultOutcome(true, text, undefined, undefined)).toBe(outcome);
  });

  it.each([
    ['plain', undefined, 'succeeded'],
    ['Exit code 1', 'Error: Exit code 1', 'failed'],
    ['it says: Permission to use Bash', { stdout: 'x' }, 'succeeded'],
    ['', { interrupted: true }, 'interrupted'],
    ['', { wasInterrupted: true }, 'interrupted'],
    ['', { exitCode: 2 }, 'failed'],
    ['', { exitCode: 0 }, 'succeeded'],
    ['running', { backgroundTaskId: 'b' }, 'unknown'],
    ['running', { status: 'async_launched' }, 'unknown'],
  ])('reads %j with the structured result %j as %s', (text, structured, outcome) => {
    expect(resultOutcome(false, text, structured, undefined)).toBe(outcome);
  });

  it('trusts a refusal that the log names', () => {
    expect(resultOutcome(false, 'x', {}, 'user')).toBe('denied');
  });
});
