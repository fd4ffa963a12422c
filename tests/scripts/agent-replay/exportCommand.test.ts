import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { testFolder } from '../../helpers/testFolder.ts';
import { emptyPage, runAgentReplay as run, runInHere, samples } from './runAgentReplay.ts';

const log = join(samples, 'claude-code/projects/-home-lin-tide-table/d27f5a90-6b1c-4e3d-8f42-0a9b8c7d6e5f.jsonl');
const withSubagents = join(
  samples,
  'claude-code/projects/-home-lin-tide-table/6b1d2f3a-4c5e-4d7f-8a90-1b2c3d4e5f60.jsonl',
);
const plans = join(samples, 'planner/plans.jsonl');

// Each test starts the command, some several times, on machines that do other things too.
vi.setConfig({ testTimeout: 60_000 });

const own = testFolder();

describe('export', () => {
  it('sums up the conversion in one line, beside the paths', async () => {
    const { status, stdout, stderr } = await runInHere(['export', log, '--out', own.path, '--markdown']);
    expect(stderr).toMatch(/^\d+ records, 0 dropped, \d+ secrets? masked$/m);
    expect(stdout.trim()).toBe(join(own.path, readdirSync(own.path)[0] ?? ''));
    expect(status).toBe(0);
  });

  it('says that runs of subagents lie beside a log that came alone', async () => {
    const alone = join(own.path, 'alone.jsonl');
    writeFileSync(alone, readFileSync(withSubagents));
    const { stderr } = await runInHere(['export', alone, '--out', join(own.path, 'alone.md')]);
    expect(stderr).toMatch(/, 2 runs of subagents not in these files: name the session’s whole folder, /);
  });

  it('reports what a torn log lost, and exits with 1 under --strict', async () => {
    const torn = join(own.path, 'd27f5a90-6b1c-4e3d-8f42-0a9b8c7d6e5f.jsonl');
    writeFileSync(torn, readFileSync(log).subarray(0, -200));
    const out = join(own.path, 'out');
    const loose = await runInHere(['export', torn, '--out', out, '--markdown']);
    expect(loose.stderr).toMatch(/records, 1 dropped, /);
    expect(loose.status).toBe(0);
    expect((await runInHere(['export', torn, '--out', out, '--markdown', '--strict'])).status).toBe(1);
    expect(await runInHere(['open', torn, '--strict'])).toMatchObject({ status: 1, stdout: '' });
  });

  it('writes the named file, in the format of its extension', async () => {
    const path = join(own.path, 'deep', 'report.md');
    expect((await runInHere(['export', log, '--out', path])).stdout.trim()).toBe(path);
    expect(readFileSync(path, 'utf8')).toMatch(/^# /);
    mkdirSync(join(own.path, 'folder.md'));
    await runInHere(['export', log, '--markdown', '--out', join(own.path, 'folder.md')]);
    expect(readdirSync(join(own.path, 'folder.md'))).toHaveLength(1);
  });

  it('writes the changes as a patch, asked for by option or by file name', async () => {
    const ferry = 'data/sources/claude-code/projects/-home-noor-ferry-board';
    const path = join(own.path, 'changes.patch');
    expect((await runInHere(['export', ferry, '--out', path])).stdout.trim()).toBe(path);
    const patch = readFileSync(path, 'utf8');
    expect(patch).toMatch(/^# Changes of session \S+\n# only in part, as far as the log tells: README\.md\n/);
    expect(patch.match(/^diff --git .*$/gm)).toHaveLength(6);
    const { stdout } = await runInHere(['export', ferry, '--patch', '--out', own.path]);
    expect(readFileSync(stdout.trim(), 'utf8')).toBe(patch);
    expect((await runInHere(['export', ferry, '--patch', '--out', 'x.md'])).stderr).toContain(
      '--patch does not go with x.md.',
    );
  });

  it('lists with --json what it wrote, and from what', async () => {
    const { stdout } = await runInHere(['export', plans, '--out', own.path, '--markdown', '--json']);
    const report = JSON.parse(stdout);
    expect(report.files).toHaveLength(4);
    expect(report.sessions[0]).toMatchObject({ format: 'planner', task_title: expect.any(String) });
    expect(report.formats[0].account).toMatchObject({ records: 4, dropped: 0 });
  });

  it('reads files in the format named for them, whatever they look like', async () => {
    const odd = join(own.path, 'odd.txt');
    writeFileSync(odd, 'no banner here\n');
    expect((await runInHere(['export', odd, '--out', own.path, '--markdown'])).status).toBe(3);
    expect((await runInHere(['export', odd, '--out', own.path, '--markdown', '--format', 'codex-log'])).status).toBe(0);
  });
});

it('element writes into the folder named, or the file named', () => {
  const env = { NODE_OPTIONS: `--import ${emptyPage}` };
  const file = join(own.path, 'replay.js');
  expect(run(['element', '--out', file], { env })).toMatchObject({ status: 0, stdout: `${file}\n` });
  expect(readFileSync(file, 'utf8')).toContain('agentReplayStyle');
  const inFolder = join(own.path, 'site', 'agent-replay.js');
  expect(run(['element', '--out', join(own.path, 'site')], { env })).toMatchObject({
    status: 0,
    stdout: `${inFolder}\n`,
  });
});
