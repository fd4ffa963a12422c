import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { testFolder } from '../../helpers/testFolder.ts';
import { repository, runInHere, written } from './runAgentReplay.ts';

// Each test starts the command, some several times, on machines that do other things too.
vi.setConfig({ testTimeout: 60_000 });

const own = testFolder();

describe('check', () => {
  it('accepts sessions of the standard, and stores of Frago', async () => {
    const { status, stdout } = await runInHere(['check', 'data/sessions', 'data/sources/frago']);
    expect(stdout).toMatch(/^(\d+) of \1 conform to the standard\.$/m);
    expect(status).toBe(0);
  });

  it('reports what does not conform: where, what stands there and what is expected', async () => {
    const [name = ''] = readdirSync(join(repository, 'data/sessions')).filter((each) => each.includes('-report.json'));
    const session = JSON.parse(readFileSync(join(repository, 'data/sessions', name), 'utf8'));
    session.summary.tool_calls_count = 999;
    session.tool_calls[0].duration_ms = -5;
    writeFileSync(join(own.path, 'bad.json'), JSON.stringify(session));
    writeFileSync(join(own.path, 'broken.json'), '{"session_id": "x",\n "tool_calls": [}');
    const { status, stdout } = await runInHere([
      'check',
      '--strict',
      join(own.path, 'bad.json'),
      join(own.path, 'broken.json'),
    ]);
    expect(stdout).toMatch(/\/summary\/tool_calls_count .* There stands: 999\. Expected: \d+\./);
    expect(stdout).toContain('it is -5, expected is a number, 0 or more. Correct the field named. (schema-violation)');
    expect(stdout).toMatch(/2:17 The file is not valid JSON\./);
    expect(stdout).toContain('0 of 2 conform to the standard.');
    expect(status).toBe(1);
  });

  it('reports missing texts that a session refers to, as etl and export do, and accepts those that are there', async () => {
    const said = `${'a line of the report\n'.repeat(2000)}the end`;
    const call = { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'cat report' } };
    const envelope = {
      sessionId: '5e55107a-0000-4000-8000-000000000001',
      cwd: '/',
      version: '2.0.0',
      isSidechain: false,
    };
    const record = (uuid: string, parentUuid: string | null, type: string, content: unknown) =>
      JSON.stringify({
        ...envelope,
        uuid,
        parentUuid,
        type,
        timestamp: '2026-02-01T10:00:00.000Z',
        message: { role: type, content },
      });
    const lines = [
      record('00000000-0000-4000-8000-000000000001', null, 'user', 'Show the report'),
      record('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', 'assistant', [call]),
      record('00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000002', 'user', [
        { type: 'tool_result', tool_use_id: 'toolu_1', content: said },
      ]),
    ];
    const out = join(own.path, 'out');
    expect(
      (await runInHere(['etl', written(join(own.path, 'long.jsonl'), lines.join('\n')), '--out', out])).status,
    ).toBe(0);
    const [name = ''] = readdirSync(out).filter((each) => each.endsWith('.json'));
    const session = join(out, name);
    expect(await runInHere(['check', out])).toMatchObject({ status: 0 });

    const again = join(own.path, 'again');
    const report: unknown = JSON.parse(
      (await runInHere(['etl', session, '--out', again, '--json', '--strict'])).stdout,
    );
    expect(report).toMatchObject({ dataLoss: 0, failures: [], unrecognised: [] });
    const contentsOf = (root: string) => readdirSync(join(root, name.replace('.json', '.content')));
    expect(contentsOf(again)).toEqual(contentsOf(out));
    expect(await runInHere(['export', session, '--out', join(own.path, 'report.md'), '--strict'])).toMatchObject({
      status: 0,
    });

    rmSync(join(out, name.replace('.json', '.content')), { recursive: true });
    const { status, stdout } = await runInHere(['check', out]);
    expect(status).toBe(1);
    expect(stdout).toContain('missing-content');
    expect((await runInHere(['etl', session, '--out', join(own.path, 'third'), '--strict'])).status).toBe(1);
    expect((await runInHere(['export', session, '--out', join(own.path, 'again.md'), '--strict'])).status).toBe(1);
  });

  it('exits with 3 where there is nothing to check', async () => {
    expect(await runInHere(['check', join(own.path, 'none.json')])).toMatchObject({ status: 3 });
    expect(await runInHere(['check', own.path])).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('no session to check'),
    });
  });
});
