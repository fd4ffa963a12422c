import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { planLine } from '../helpers/plainEtl.ts';
import { runAgentReplay, runInHere } from './agent-replay/runAgentReplay.ts';

const repository = join(import.meta.dirname, '../..');

let project: string;
let logs: string;
let out: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'ark etl 测试 🙂-'));
  logs = join(project, 'logs');
  out = join(project, 'out');
  mkdirSync(logs);
});

afterEach(() => rmSync(project, { recursive: true, force: true }));

function log(name: string, ...lines: string[]): void {
  mkdirSync(join(logs, name, '..'), { recursive: true });
  writeFileSync(join(logs, name), lines.join(''));
}

describe('pnpm etl, as a command', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(repository, 'scripts/etl.ts'), ...args, '--out', out], {
      cwd: repository,
      encoding: 'utf8',
    });

  it('exits with 0 when all is converted, and prints a table', () => {
    log('a.jsonl', planLine('One', '2026-02-01T08:00:00Z'));
    const { status, stdout } = run(logs);
    expect(status).toBe(0);
    expect(stdout).toMatch(/planner +1 +1 +1 +1 +0 +0 +0 +0/);
  });

  it('exits with 1 when --check finds a change', () => {
    log('a.jsonl', planLine('One', '2026-02-01T08:00:00Z'));
    expect(run(logs, '--check').status).toBe(1);
  });

  it('exits with 1 when --strict finds a loss', () => {
    log('a.jsonl', planLine('One', '2026-02-01T08:00:00Z'), '{"timestamp": "2026');
    expect(run(logs).status).toBe(0);
    expect(run(logs, '--strict').status).toBe(1);
  });

  it('says which line of which file was lost, also of a file that an earlier run converted', () => {
    const good = planLine('One', '2026-02-01T08:00:00Z');
    log('a.jsonl', good, '{"timestamp": "2026\n', planLine('Two', '2026-02-01T09:00:00Z'));
    const place = `planner: invalid-record 1\n    a.jsonl:2 (byte ${Buffer.byteLength(good)})\n`;
    expect(run(logs).stdout).toContain(place);
    expect(run(logs).stdout).toContain(place);
    const strict = run(logs, '--strict', '--quiet');
    expect(strict.stderr).toContain('--strict: something of the logs was lost.\n');
    expect(strict.stderr).toContain(`    a.jsonl:2 (byte ${Buffer.byteLength(good)})`.trimStart());
    expect(strict.status).toBe(1);
  });

  it('names the first places of each kind, and all with --verbose', () => {
    log('a.jsonl', planLine('One', '2026-02-01T08:00:00Z'), '{"timestamp": "2026\n'.repeat(7));
    const { stdout } = run(logs);
    expect(stdout).toContain('invalid-record 7\n');
    expect(stdout.match(/a\.jsonl:\d/g)).toHaveLength(5);
    expect(stdout).toContain('… and 2 more (--verbose lists all)');
    expect(run(logs, '--verbose').stdout.match(/a\.jsonl:\d/g)).toHaveLength(7);
  });

  it('lists with --verbose what was noticed and cost nothing, and where', () => {
    const { timestamp: _, ...undated } = JSON.parse(planLine('One', '2026-02-01T08:00:00Z')) as Record<string, unknown>;
    log('a.jsonl', `${JSON.stringify(undated)}\n`);
    expect(run(logs, '--verbose').stdout).toMatch(/^Noted:\n {2}time-inferred 1: .+\n {4}a\.jsonl/m);
    expect(run(logs, '--no-redact').stdout).not.toContain('Noted:');
  });

  it('reports what a failed file dropped as its table does', () => {
    log('x.json', '{"session_id": "x", "task_title": "t", "user_prompt": "p", "tool_calls": [], "summary": {"a" "b"}}');
    const { stdout } = run(join(logs, 'x.json'));
    expect(stdout).toMatch(/std001 +1 +0 +1 +0 +0 +0 +1 /);
    expect(stdout).toMatch(/Dropped or lost:\n {2}std001: [a-z-]+ 1 \(see below\)\n/);
    expect(stdout).toContain('\nFailed:\n  x.json:');
  });

  it('says of a field that does not fit that its session was made without it', () => {
    log(
      'x.json',
      '{"session_id": "x", "task_title": "t", "tool_calls": [{"call_id": "c", "tool_name": "Bash", "duration_ms": "x"}]}',
    );
    const { stdout } = run(join(logs, 'x.json'));
    expect(stdout).toContain('kept beside them (extensions):\n  x.json: The field duration_ms');
    expect(stdout).not.toContain('Failed:');
  });

  it('names a link in a folder that leads nowhere, and converts the rest', () => {
    log('a.jsonl', planLine('One', '2026-02-01T08:00:00Z'));
    symlinkSync(join(project, 'gone.jsonl'), join(logs, 'link.jsonl'));
    const { status, stdout } = run(logs);
    expect(stdout).toContain(`Passed over:\n  ${join(logs, 'link.jsonl')}: A link that leads nowhere.\n`);
    expect(status).toBe(0);
    expect(run(join(logs, 'link.jsonl')).status).toBe(3);
  });

  it('warns of a file that is certainly of another format than --format says, each time, and obeys', () => {
    log('a.jsonl', planLine('One', '2026-02-01T08:00:00Z'));
    for (const more of [[], [], ['--quiet']]) {
      const { status, stdout, stderr } = run(join(logs, 'a.jsonl'), '--format', 'codex-log', ...more);
      expect(stdout + stderr).toMatch(
        /a\.jsonl: certainly planner \(.+\); read as codex-log, as you said\. Leave `--format` out/,
      );
      expect(status).toBe(0);
    }
  });

  it('says of a copy of a log which one it is the same as', () => {
    const transcript = 'd27f5a90-6b1c-4e3d-8f42-0a9b8c7d6e5f.jsonl';
    const text = readFileSync(
      join(repository, 'data/sources/claude-code/projects/-home-lin-tide-table', transcript),
      'utf8',
    );
    log(transcript, text);
    log('copy.jsonl', text);
    expect(run(logs).stdout).toMatch(/Passed over:\n {2}\S+\.jsonl: The same as \S+\.jsonl: every record of it/);
    log(
      'copy.jsonl',
      text,
      text
        .trimEnd()
        .split('\n')
        .at(-1)
        ?.replace(/"uuid":"./, '"uuid":"f') ?? '',
    );
    expect(run(logs).stdout).not.toContain('The same as');
  });

  it.skipIf(process.platform === 'win32')('says how much was written when it is interrupted', () => {
    log('a.jsonl', planLine('One', '2026-02-01T08:00:00Z'));
    const faults = `
      import files from 'node:fs/promises';
      import { syncBuiltinESMExports } from 'node:module';
      const { open } = files;
      files.open = (path, ...more) => {
        if (!String(path).endsWith('a.jsonl')) return open(path, ...more);
        process.kill(process.pid, 'SIGINT');
        return new Promise((resolve) => setTimeout(resolve, 20_000));
      };
      syncBuiltinESMExports();
    `;
    const { status, stdout, stderr } = runAgentReplay(['etl', logs, '--out', out], { faults });
    expect(stderr).toBe('Stopped: 0 sessions were written; the rest comes with the next run.\n');
    expect([status, stdout]).toEqual([130, '']);
    expect(run(logs).stdout).toContain(': 1 new,');
  });

  it.each([
    [['--nonsense']],
    [['--format', 'cobol']],
    [['--annotate', 'maybe']],
    [['--jobs', '0']],
    [['--zone', 'Moon/Crater']],
    [['--watch', '--check']],
  ])('exits with 2 for %j, and says what was wrong', async (args) => {
    const { status, stderr } = await runInHere(['etl', ...args]);
    expect(status).toBe(2);
    expect(stderr).toContain(args[0]);
  });

  it('exits with 3 when a file failed', () => {
    expect(run(join(logs, 'nowhere.jsonl')).status).toBe(3);
  });

  it('finds the logs of the tools with --discover', () => {
    const home = join(project, 'home');
    mkdirSync(join(home, 'output', 'plans'), { recursive: true });
    writeFileSync(join(home, 'output', 'plans', 'plans.jsonl'), planLine('Found', '2026-02-01T08:00:00Z'));
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(repository, 'scripts/etl.ts'), '--discover', '--out', out],
      { cwd: home, encoding: 'utf8', env: { ...process.env, HOME: home, USERPROFILE: home } },
    );
    expect(status).toBe(0);
    expect(stderr).toContain(join('output', 'plans'));
    expect(stdout).toMatch(/planner +1 +1/);
  });

  it('prints a machine-readable report with --json', () => {
    log('a.jsonl', planLine('One', '2026-02-01T08:00:00Z'));
    const report = JSON.parse(run(logs, '--json').stdout);
    expect(report).toMatchObject({
      formats: [{ format: 'planner', sessions: 1, account: { records: 1 } }],
      failures: [],
    });
  });

  it('writes no control sequence of a file name to the terminal', () => {
    const { stdout } = run(join(logs, 'evil\u001b[2J\u0007name.jsonl'));
    expect(stdout).toContain('evil\uFFFD[2J\uFFFDname');
  });
});
