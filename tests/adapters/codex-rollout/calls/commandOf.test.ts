import { expect, it } from 'vitest';
import { commandOf } from '../../../../src/adapters/codex-rollout/calls/book.ts';

it.each([
  [['bash', '-lc', 'ls | head'], 'ls | head'],
  [['/usr/bin/zsh', '-c', 'x'], 'x'],
  [['C:\\Windows\\powershell.exe', '-Command', 'Get-ChildItem'], 'Get-ChildItem'],
  [['git', 'commit', '-m', "it's done"], "git commit -m 'it'\\''s done'"],
  [['bash', 'run.sh', 'a'], 'bash run.sh a'],
  ['npm test', 'npm test'],
  [[], undefined],
  [undefined, undefined],
  [[1, {}], undefined],
])('reads the command of %j', (command, line) => {
  expect(commandOf(command)).toBe(line);
});
