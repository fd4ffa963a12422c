import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { testFolder } from '../../helpers/testFolder.ts';
import { runInHere, samples, written } from './runAgentReplay.ts';

const plans = join(samples, 'planner/plans.jsonl');

// Each test starts the command, some several times, on machines that do other things too.
vi.setConfig({ testTimeout: 60_000 });

const own = testFolder();

describe('plans', () => {
  it('fails on an invalid line, unless asked not to', async () => {
    const bad = join(own.path, 'bad.jsonl');
    writeFileSync(bad, `${readFileSync(plans, 'utf8').trimEnd()}\n{"question": 1}\n`);
    const validate = (...more: string[]) =>
      runInHere(['plans', 'validate', '--log-path', bad, '--output-dir', own.path, ...more]);
    expect(await validate()).toMatchObject({ status: 1, stdout: expect.stringContaining('Validated 4 / 5 records') });
    expect((await validate('--exit-zero')).status).toBe(0);
  });

  it('reports an index out of range, and says which run was taken', async () => {
    const replay = (...more: string[]) =>
      runInHere(['plans', 'replay', '--log-path', plans, '--output-dir', own.path, ...more]);
    const { status, stdout, stderr } = await replay('--index', '9');
    expect(stderr).toContain('There is no run 9: they go from 0 to 3, or from -1 to -4. Run 3 was taken.');
    expect(stdout).toContain('Replay index 3:');
    expect(status).toBe(1);
    expect((await replay('--index', '9', '--exit-zero')).status).toBe(0);
    expect(await replay('--index', '-4')).toMatchObject({ status: 0, stderr: '' });
  });

  it('says where no run is valid', async () => {
    const none = written(join(own.path, 'none.jsonl'), '{"question": 1}\n');
    const { status, stdout } = await runInHere(['plans', 'replay', '--log-path', none, '--output-dir', own.path]);
    expect(stdout).toContain('No run is valid, so that none was summed up.\n1 line is not valid: see ');
    expect(status).toBe(1);
  });
});
