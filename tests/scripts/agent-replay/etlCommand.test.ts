import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { formatIds } from '../../../src/adapters/formatIds.ts';
import { adapters } from '../../../src/adapters/registry.ts';
import { runAgentReplay as run, samples } from './runAgentReplay.ts';

const log = join(samples, 'claude-code/projects/-home-lin-tide-table/d27f5a90-6b1c-4e3d-8f42-0a9b8c7d6e5f.jsonl');
const plans = join(samples, 'planner/plans.jsonl');

// Each test starts the command, some several times, on machines that do other things too.
vi.setConfig({ testTimeout: 60_000 });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agent-replay-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('etl', () => {
  const etl = (...args: string[]) => run(['etl', ...args, '--out', join(folder, 'out')]);

  it('ends with where the sessions are, how many are new, how long it took, and what to do next', {
    timeout: 60_000,
  }, () => {
    const logs = join(folder, 'logs');
    mkdirSync(logs);
    cpSync(plans, join(logs, 'plans.jsonl'));
    expect(etl(logs).stdout).toMatch(
      new RegExp(
        `4 sessions in ${folder}/out: 4 new, 0 changed, 0 as they were; \\d+\\.\\d s\\.\nNext: npx -y pnpm@12 agent-replay open '${folder}/out/.+\\.json'\n$`,
      ),
    );
    expect(etl(logs).stdout).toContain(': 0 new, 0 changed, 4 as they were;');
    appendFileSync(
      join(logs, 'plans.jsonl'),
      readFileSync(plans, 'utf8').split('\n')[0]?.replaceAll('2025-10-', '2025-11-') ?? '',
    );
    expect(etl(logs).stdout).toContain(': 1 new, 4 changed, 0 as they were;');
  });

  it('prints only the outcome with --quiet, failures included', () => {
    const { status, stdout, stderr } = etl(plans, join(folder, 'none.jsonl'), '--quiet');
    expect(stdout).toMatch(/^4 sessions in .*: 4 new, .* s\.\n$/);
    expect(stderr).toBe(`${join(folder, 'none.jsonl')}: There is no such file or folder. Check the path.\n`);
    expect(status).toBe(3);
    expect(etl('--quiet', '--json').stderr).toContain('--quiet and --json cannot go together.');
  });

  it('lists the sessions with --json', () => {
    const { sessions, out, elapsed_ms } = JSON.parse(etl(plans, '--json').stdout);
    expect(sessions).toHaveLength(4);
    expect(sessions[0]).toEqual({
      session_id: expect.stringMatching(/^2025-10-/),
      file: expect.stringMatching(/\.json$/),
      format: 'planner',
      source: 'plans.jsonl',
      change: 'new',
    });
    expect([out, typeof elapsed_ms]).toEqual([join(folder, 'out'), 'number']);
    expect(readdirSync(out)).toEqual(expect.arrayContaining(sessions.map(({ file }: { file: string }) => file)));
  });

  it('says that a folder is empty', () => {
    mkdirSync(join(folder, 'empty'));
    expect(etl(join(folder, 'empty'))).toMatchObject({
      status: 0,
      stdout: 'No files found: there is nothing to convert.\n',
    });
  });

  it('shows the nearest guess for a file of no known format, and all reasons on request', () => {
    const logs = join(folder, 'logs');
    mkdirSync(logs);
    writeFileSync(join(logs, 'near.jsonl'), `${JSON.stringify({ uuid: 1, message: 'hi', parentUuid: null })}\n`);
    const { stdout } = etl(logs);
    expect(stdout).toMatch(/near\.jsonl \(nearest is claude-code: [^·]+\)/);
    expect(etl(logs).stdout).toContain('nearest is claude-code');
    expect(etl(logs, '--verbose').stdout).toMatch(/near\.jsonl \(.*std001: .* · .*planner: /);
  });

  it('fits a narrow terminal', () => {
    const { stdout } = run(['etl', plans, '--out', join(folder, 'out')], { env: { COLUMNS: '50' } });
    const [table = ''] = stdout.split('\n\n');
    expect(table).toContain('records 4');
    for (const line of table.split('\n')) expect(line.length).toBeLessThanOrEqual(50);
  });

  it('keeps the session of a log that is gone, and says so; --prune removes only that', {
    timeout: 60_000,
  }, () => {
    const logs = join(folder, 'logs');
    mkdirSync(join(logs, 'gone'), { recursive: true });
    cpSync(plans, join(logs, 'gone/plans.jsonl'));
    cpSync(log, join(logs, 'd27f5a90-6b1c-4e3d-8f42-0a9b8c7d6e5f.jsonl'));
    etl(logs);
    const out = join(folder, 'out');
    writeFileSync(join(out, 'mine.json'), '{}');
    const before = readdirSync(out).sort();
    rmSync(join(logs, 'gone'), { recursive: true });
    const kept = etl(logs);
    expect(kept.stdout).toContain('Kept 4 whose log is gone (--prune removes them): 2025-10-');
    expect(readdirSync(out).sort()).toEqual(before);
    // Only what lay below the paths of this run.
    expect(etl(join(logs, 'd27f5a90-6b1c-4e3d-8f42-0a9b8c7d6e5f.jsonl'), '--prune').stdout).not.toContain('Removed');
    const { pruned } = JSON.parse(etl(logs, '--prune', '--json').stdout);
    expect(pruned).toHaveLength(4);
    const names = pruned.flatMap((id: string) => [`${id}.json`, `${id}.content`]);
    expect(readdirSync(out).sort()).toEqual(before.filter((name) => !names.includes(name)));
    expect(readFileSync(join(out, 'index/private.json'), 'utf8')).not.toContain('planner');
    expect(etl(logs).stdout).toContain('1 session in');
  });
});

test('the help of etl loads nothing of what converts', () => {
  const naming = `
    import { registerHooks } from 'node:module';
    registerHooks({
      load(url, context, next) {
        process.stderr.write('loads ' + url + '\\n');
        return next(url, context);
      },
    });
  `;
  const { status, stdout, stderr } = run(['etl', '--help'], { faults: naming });
  expect(status).toBe(0);
  for (const { descriptor } of adapters) expect(stdout).toContain(descriptor.id);
  const loaded = stderr.split('\n').filter((line) => line.startsWith('loads '));
  expect(loaded.some((url) => url.endsWith('/etlCommand.ts'))).toBe(true);
  expect(loaded.filter((url) => /\/runEtl\.ts|\/adapters\/registry\.ts|\/zod\//.test(url))).toEqual([]);
});

test('the list of formats has each adapter, in the order of the registry', () => {
  expect(formatIds).toEqual(adapters.map(({ descriptor }) => descriptor.id));
});
