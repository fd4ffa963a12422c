import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInHere } from './agent-replay/runAgentReplay.ts';

const root = join(import.meta.dirname, '../..');
const samples = 'data/sources/wf';
const log = `${samples}/gen-2/.wf/logs/low-stock.jsonl`;
const projects = `${samples}/home/.claude/projects`;
const id = '9b6e4c20-17d8-4f5a-a0c3-64d1f7b28e02';

function ask(args: string[], input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/wf.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
    input,
  });
  return { status, stdout, stderr };
}

describe('the wf command', () => {
  it('prints the records of a step', () => {
    const { stdout } = ask(['step', '0', log]);
    const records = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records.map(({ type }) => type)).toEqual(['command_executed', 'task_stopped', 'command_executed']);
  });

  it('prints the last transcript, and the reply in it wherever it has moved', () => {
    expect(ask(['transcript', log]).stdout.trim()).toMatch(new RegExp(`^/home/demo/.*${id}\\.jsonl$`));
    expect(ask(['reply', log, '--projects', projects]).stdout).toContain('Verdict: **changes requested**');
    const path = `${projects}/-home-demo-stockbird--wf-worktrees-low-stock/${id}.jsonl`;
    expect(ask(['reply', path]).stdout).toContain('Verdict');
    expect(JSON.parse(ask(['tools', path]).stdout)).toMatchObject({ name: 'Bash' });
  });

  it('prints how long the steps took', () => {
    expect(ask(['time', `${samples}/gen-1/.wf/logs/csv-import.jsonl`]).stdout.trim()).toBe('6.53');
  });

  it('prints paths and session ids', () => {
    expect(ask(['path', '/a/b.c', id]).stdout.trim()).toBe(`~/.claude/projects/-a-b-c/${id}.jsonl`);
    expect(ask(['session-id'], `claude --resume ${id}\n`).stdout.trim()).toBe(id);
    expect(ask(['session-id', '-'], `{"session_id":"x"}`).stdout.trim()).toBe('x');
  });

  it.each([
    [['reply', log, '--projects', 'nowhere']],
    [['transcript', `${samples}/gen-3/.wf/logs/dark-theme.jsonl`]],
    [['time', 'data/sources/codex-log/conversation.log']],
    [['step', '99', log]],
  ])('exits with 1 where the log has no answer: %j', async (args) => {
    expect(await runInHere(['wf', ...args])).toMatchObject({ status: 1, stdout: '' });
  });

  it('exits with 3 where there is no log', async () => {
    const { status, stdout, stderr } = await runInHere(['wf', 'time', 'nowhere.jsonl']);
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
    expect(stderr).toContain('There is no file nowhere.jsonl. Check the path.');
  });

  it('exits with 1 where its input has no answer', () => {
    expect(ask(['session-id', '-'])).toMatchObject({ status: 1, stdout: '' });
  });

  it.each([[[]], [['sing', log]], [['step', 'one', log]], [['time']], [['path', '/a']], [['time', log, '--loud']]])(
    'exits with 2 and the usage for an invalid call: %j',
    async (args) => {
      const { status, stderr } = await runInHere(['wf', ...args]);
      expect(status).toBe(2);
      expect(stderr).toMatch(/See: agent-replay wf .*--help|Commands:/);
    },
  );

  it('names itself as it was called', () => {
    expect(ask(['time']).stderr).toMatch(/See: pnpm wf .*--help/);
  });
});
