import { expect, test } from 'vitest';
import { failedPart } from '../../../src/session/facts/failedPart.ts';
import type { ToolCall } from '../../../src/session/index.ts';

function failed(command: string, text = ''): string | undefined {
  const output = { status: 'failed', result: { text }, error: 'Exit code 1' };
  return failedPart({ tool_name: 'Bash', input: { params: { command } }, output } as unknown as ToolCall)?.name;
}

test.each([
  ['node a.js', '', 'node a.js'],
  // the program says its name
  ['ls x && node y', "ls: cannot access 'x': No such file or directory", 'ls'],
  ['ls x && node y', 'Error: it broke', 'node y'],
  ['cd web && pnpm build', 'bash: line 1: cd: web: No such file or directory', 'cd'],
  ['cd app && bun tsc', '/bin/bash: line 1: bun: command not found', 'bun tsc'],
  ['node a.js && rg x', 'zsh:1: command not found: rg', 'rg'],
  ['mkdir -p a && cp b a', 'cp: b: No such file or directory', 'cp'],
  // the last command gives the exit code
  ['node a.js; deploy', 'it broke', 'deploy'],
  ['node a.js || deploy', 'it broke', 'deploy'],
  ['git diff | python3 check.py', 'it broke', 'python3 check.py'],
  ['pnpm test | tail -3', '1 failed', 'pnpm test'],
  // a line that only one of them prints
  ['git add a && git commit -m x', 'nothing to commit, working tree clean', 'git commit'],
  ['git add a && git commit -m x', 'The hook says no', 'git commit'],
  ['deploy && python3 a.py', 'Traceback (most recent call last):', 'python3 a.py'],
  ['deploy && pnpm test', '      Tests  1 failed (1)', 'pnpm test'],
  ['pytest && ruff check .', 'Found 2 errors.', 'ruff'],
  ['pytest && ruff check .', '1 failed in 0.31s', 'pytest'],
  ['pytest | tail -1 && ruff check .', '1 failed in 0.31s\nFound 2 errors.', 'ruff'],
  ["bash -lc 'cd a && deploy'", 'it broke', 'deploy'],
])('of %j, which printed %j, %s failed', (command, text, name) => expect(failed(command, text)).toBe(name));

test.each([
  ['deploy && node y', 'it broke'],
  ['ls x 2>/dev/null && node y', ''],
  ['set -e; deploy; node y', 'it broke'],
  ['for f in a b; do deploy $f; node $f; done', 'it broke'],
])('blames no part of %j, which printed %j', (command, text) => expect(failed(command, text)).toBeUndefined());
