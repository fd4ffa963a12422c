import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, test, vi } from 'vitest';
import { command, runAgentReplay } from './runAgentReplay.ts';

vi.setConfig({ testTimeout: 60_000 });

const complete = (...words: string[]): string[] => {
  const { stdout } = runAgentReplay(['__complete', '--', ...words]);
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')[0] ?? '']));
};

it('completion proposes commands, options and values, whatever was typed before', () => {
  expect(complete('')).toEqual(expect.arrayContaining(['open', 'export', 'etl', 'check', 'plans']));
  expect(complete('ex')).toEqual(['export']);
  expect(complete('plans', '')).toEqual(['validate', 'replay', 'help']);
  expect(complete('etl', '--wat')).toEqual(['--watch']);
  expect(complete('etl', '--lang')).toEqual(['--language']);
  expect(complete('etl', '--format', 'c')).toEqual([
    'claude-code',
    'claude-stream',
    'codex-exec-json',
    'codex-log',
    'codex-rollout',
    'copilot-cli',
    'cursor',
  ]);
  expect(complete('etl', '--format=std')).toEqual(['std001']);
  expect(complete('etl', '--format', '=', 'std')).toEqual(['std001']);
  expect(complete('completion', 'f')).toEqual(['fish']);
  // A path: the shell proposes files.
  expect(complete('open', '')).toEqual([]);
  expect(complete('etl', '--out', '')).toEqual([]);
});

it('help does not show the command that completes', () => {
  expect(runAgentReplay(['--help']).stdout).not.toContain('__complete');
});

let bin: string;
beforeAll(() => {
  bin = mkdtempSync(join(tmpdir(), 'agent-replay-bin-'));
  const path = join(bin, 'agent-replay');
  writeFileSync(path, `#!/bin/sh\nexec "${process.execPath}" "${command}" "$@"\n`);
  chmodSync(path, 0o755);
});
afterAll(() => rmSync(bin, { recursive: true, force: true }));

/** What a shell itself proposes, once it has read its script. */
const asked = {
  bash: `eval "$(agent-replay completion bash)"
COMP_WORDS=(agent-replay etl --format codex-r); COMP_CWORD=3; _agent_replay; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: `compdef() { :; }; _describe() { print -l -- "\${(@P)2}"; }; _files() { print files; }
eval "$(agent-replay completion zsh)"
words=(agent-replay etl --format codex-r); CURRENT=4; _agent_replay`,
  fish: `agent-replay completion fish | source
complete -C 'agent-replay etl --format codex-r'`,
};

const has = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

test.each(Object.entries(asked))(
  '%s completes with its script (skipped where it is not installed)',
  (shell, script) => {
    if (!has(shell)) return;
    const { stdout, stderr } = spawnSync(shell, ['-c', script], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C', PATH: `${bin}:${process.env.PATH}` },
    });
    expect(stderr).toBe('');
    expect(stdout.trim().replace(/[:\t].*$/, '')).toBe('codex-rollout');
  },
);

it('zsh completes in a shell that has not set completion up, and shows no description where there is none', () => {
  if (!has('zsh')) return;
  const script = `_describe() { print -l -- "\${(@P)2}"; }
eval "$(agent-replay completion zsh)"
print -- $_comps[agent-replay]
words=(agent-replay etl --language ''); CURRENT=4; _agent_replay`;
  const { stdout, stderr } = spawnSync('zsh', ['-f', '-c', script], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C', HOME: bin, PATH: `${bin}:${process.env.PATH}` },
  });
  expect(stderr).toBe('');
  expect(stdout.trim().split('\n')).toEqual(['_agent_replay', 'en', 'zh']);
});
