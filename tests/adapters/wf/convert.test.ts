import { beforeAll, describe, expect, it } from 'vitest';
import { toSession } from '../../../src/adapters/assemble/assembledSession.ts';
import { convertSource } from '../../../src/adapters/convertSource.ts';
import { wf } from '../../../src/adapters/wf/index.ts';
import type { Session } from '../../../src/session/index.ts';
import { sessionV30 } from '../../../src/session/schema/std001v30.ts';
import { session as sessionSchema } from '../../../src/session/schema/std001v31.ts';
import { fileOf } from '../../helpers/sourceFiles.ts';
import { at, type ConvertedLog, convertLogs, lines, runOf } from './convertedLogs.ts';

let converted: ReadonlyMap<string, ConvertedLog>;
beforeAll(async () => {
  converted = await convertLogs();
});
const of = (name: string, run = 0): Session => runOf(converted, name, run);

const steps = ({ tool_calls }: Session) =>
  tool_calls.map(
    (call) =>
      `${call.tool_name} ${call.input.description} ${call.outcome}${call.branch === undefined ? '' : ' (left)'}`,
  );

async function convertLog(...records: object[]): Promise<Session[]> {
  const { sessions } = await convertSource(wf, { files: [lines(...records)] });
  return sessions.map(({ session }) => toSession(session));
}

describe('conversion of workflow logs', () => {
  it('makes valid sessions of every sample and fixture', () => {
    expect(converted.size).toBeGreaterThan(8);
    for (const { sessions } of converted.values()) {
      for (const session of sessions) {
        expect(sessionV30.safeParse(session).error).toBeUndefined();
        expect(sessionSchema.safeParse(session).error).toBeUndefined();
      }
    }
  });

  it('reads the oldest generation, with one file per step', () => {
    const session = of('gen-0/.wf/logs/label-queue/step-1-create-branch.log');
    expect(steps(session)).toEqual([
      'Bash Create branch succeeded',
      'Bash Unit tests succeeded',
      'Task Develop failed',
    ]);
    expect(session.tool_calls[1]).toMatchObject({
      started_at: '2026-02-04T11:20:01.400Z',
      duration_ms: 2400,
      input: { raw_command: 'python -m pytest -q' },
      output: { result: { stderr: 'DeprecationWarning: label_v1\n', exit_code: 0 } },
      context_contribution: { full_content: '...... 6 passed\nStarted: not a field, but a line of the output\n' },
    });
    expect(session.extensions?.wf).toMatchObject({ depends: ['printer-driver'], state: { message: 'Exit code: 1' } });
  });

  it('takes the state and times of the first generation from status.json', () => {
    expect(of('gen-1/.wf/logs/csv-import.jsonl')).toMatchObject({
      status: 'success',
      outcome: 'succeeded',
      created_at: '2026-02-06T15:00:00.120Z',
      completed_at: '2026-02-06T15:09:30.500Z',
    });
    const waiting = of('gen-1/.wf/logs/price-tags.jsonl');
    expect(waiting).toMatchObject({ status: 'in_progress', extensions: { wf: { status: 'waiting' } } });
    expect(waiting.events.at(-1)).toMatchObject({ type: 'notice', text: '需要打印机的型号' });
  });

  it('recognises that a step ran again even if the log does not say so', () => {
    const session = of('gen-1/.wf/logs/csv-import.jsonl');
    expect(steps(session)).toEqual([
      'Bash Create worktree succeeded',
      'Task Develop succeeded',
      'Checkpoint Review development succeeded',
      'Bash Unit tests failed (left)',
      'Bash Unit tests succeeded',
      'Bash Merge succeeded',
    ]);
    expect(session.phase_annotations?.[4]).toMatchObject({
      phase_type: 'verify',
      description: 'Unit tests',
      decisions: [{ type: 'retry', reasoning: 'The attempt before failed.' }],
      loop_info: { attempt_number: 2, is_retry: true },
    });
  });

  it('makes a session of each run of a task', () => {
    expect(of('gen-2/.wf/logs/low-stock.jsonl')).toMatchObject({ status: 'failed', outcome: 'cancelled' });
    expect(of('gen-2/.wf/logs/low-stock.jsonl', 1)).toMatchObject({ status: 'success', outcome: 'succeeded' });
    expect([0, 1].map((run) => of('gen-4/.pawl/logs/export-pdf.jsonl', run).session_id)).toEqual([
      'run-7f3a',
      'run-81bc',
    ]);
  });

  it('marks what a rollback or a retry undoes as left behind', () => {
    expect(steps(of('gen-2/.wf/logs/low-stock.jsonl', 1))).toEqual([
      'Bash Create branch succeeded',
      'Task Develop succeeded (left)',
      'Checkpoint Review development succeeded (left)',
      'Bash Unit tests failed (left)',
      'Bash Unit tests succeeded (left)',
      'Task Judge failed (left)',
      'Task Develop failed (left)',
      'Task Develop succeeded',
      'Checkpoint Review development cancelled',
      'Bash Unit tests succeeded',
      'Task Judge succeeded',
      'Bash Cleanup succeeded',
    ]);
    const retries = of('gen-2/.wf/logs/low-stock.jsonl', 1).events.filter(
      (event) => event.type === 'notice' && event.kind === 'retry',
    );
    expect(retries).toMatchObject([{ text: 'Retry: Unit tests' }, { text: 'Rolled back: Develop' }]);
  });

  it('times commands by their end and duration, and agents and gates by both ends', () => {
    const [, , agent, gate, tests] = of('gen-2/.wf/logs/low-stock.jsonl', 1).tool_calls.map(
      ({ started_at, ended_at, duration_ms }) => ({ started_at, ended_at, duration_ms }),
    );
    expect(of('gen-2/.wf/logs/low-stock.jsonl', 1).tool_calls[1]?.duration_ms).toBe(48_500);
    expect(agent).toMatchObject({ started_at: '2026-02-06T09:00:53.200Z', duration_ms: 22_700 });
    expect(gate).toEqual({
      started_at: '2026-02-06T09:01:16.300Z',
      ended_at: '2026-02-06T09:01:19.400Z',
      duration_ms: 3100,
    });
    expect(tests?.duration_ms).toBe(3050);
  });

  it('keeps the end of an agent’s process next to what the agent reported', () => {
    const call = of('gen-2/.wf/logs/low-stock.jsonl', 1).tool_calls[1];
    expect(call).toMatchObject({
      outcome: 'succeeded',
      output: { result: { display: 'low stock alert done, one test open', exit_code: 0 } },
      extensions: { wf: { result: 'done', exited_at: '2026-02-06T09:00:53.100000437Z' } },
    });
  });

  it('makes a call of the check after a step', () => {
    const session = of('gen-4/.pawl/logs/export-pdf.jsonl');
    expect(steps(session).slice(1, 7)).toEqual([
      'Task work succeeded (left)',
      'Bash Verify: work failed (left)',
      'Task work interrupted (left)',
      'Checkpoint work denied (left)',
      'Task work succeeded',
      'Bash Verify: work succeeded',
    ]);
    expect(session.tool_calls[2]).toMatchObject({
      input: { raw_command: `cd \${repo_root}/../trees/export-pdf && make test` },
      output: { error: 'FAIL header_shows_shop_name\n' },
      extensions: { wf: { verifies: true } },
    });
    expect(steps(of('gen-2b/.wf/logs/sync-retry.jsonl'))).toContain('Bash Verify: Develop failed');
  });

  it('substitutes the variables that the files define, and leaves others', () => {
    const [setup, work] = of('gen-4/.pawl/logs/export-pdf.jsonl').tool_calls;
    expect(setup?.input.raw_command).toBe(`git worktree add \${repo_root}/../trees/export-pdf -b pawl/export-pdf`);
    expect(setup?.extensions?.wf).toMatchObject({ run: `git worktree add \${worktree} -b \${branch}` });
    expect(setup?.inferred).toContain('input.raw_command');
    expect(work?.input.params).toMatchObject({ step: 1, name: 'work' });
    expect(of('design/.wf/logs/low-stock.jsonl').tool_calls[1]?.input.raw_command).toContain(
      '当库存低于阈值时提醒店主',
    );
  });

  it('takes the prompt from the task, else from the configuration, else marks it as inferred', () => {
    expect(of('gen-3/.wf/logs/dark-theme.jsonl').user_prompt).toBe('Give stockbird a dark theme.\n');
    expect(of('gen-4/.pawl/logs/export-pdf.jsonl').user_prompt).toBe('导出盘点表为 PDF，页眉带店名。');
    const bare = of('gen-2b/.wf/logs/sync-retry.jsonl');
    expect(bare.user_prompt).toBe('wf run sync-retry');
    expect(bare.inferred).toContain('user_prompt');
  });

  it('keeps the configuration unchanged', () => {
    expect(of('gen-3/.wf/logs/dark-theme.jsonl').extensions?.wf).toMatchObject({
      total_steps: 5,
      config: { workflow: { length: 5 }, on: { step_completed: expect.any(String) } },
    });
  });

  it('cannot tell without a configuration whether a run is over', async () => {
    const [session] = await convertLog(
      { type: 'task_started', ...at(0) },
      { type: 'step_completed', ...at(1), step: 0, exit_code: 0 },
    );
    expect(session).toMatchObject({ status: 'success', tool_calls: [{ input: { description: 'step 0' } }] });
    expect(session?.inferred).toEqual(expect.arrayContaining(['status', 'outcome']));
    const [running] = await convertLog(
      { type: 'task_started', ...at(0) },
      { type: 'window_launched', ...at(1), step: 0 },
    );
    expect(running).toMatchObject({ status: 'in_progress' });
    expect(running?.inferred).not.toContain('status');
  });

  it('keeps unknown records, and drops only what lacks its step', () => {
    const { sessions, codes } = converted.get('no-config/logs/mixed.jsonl') ?? { sessions: [], codes: [] };
    expect(sessions).toHaveLength(2);
    expect(sessions[1]?.provenance?.account).toMatchObject({ unknown: 1, dropped: 4 });
    expect(sessions[1]?.events).toMatchObject([{ type: 'unknown', record_type: 'step_paused' }]);
    expect(codes).toContain('missing-companion');
  });

  it('reads a truncated configuration as far as it goes, and reports it', () => {
    const { sessions, codes } = converted.get('broken-companions/.wf/logs/t.jsonl') ?? { sessions: [], codes: [] };
    expect(sessions[0]?.tool_calls).toMatchObject([{ input: { raw_command: 'true', description: 'Only step' } }]);
    expect(codes).toContain('invalid-json');
  });

  it('makes no session of a configuration without a log', async () => {
    const files = [fileOf('.wf/config.jsonc', '{"workflow": []}')];
    const { sessions, account, diagnostics } = await convertSource(wf, { files });
    expect(sessions).toEqual([]);
    expect(account).toMatchObject({ records: 1, ignored: { no_run: 1 } });
    expect(diagnostics.map(({ code }) => code)).toEqual(['empty-source']);
  });

  it('takes linear time, however often the log goes back and forth', async () => {
    const count = 15_000;
    const records = Array.from({ length: count }, (_, index) => [
      { type: 'window_launched', ...at(index), step: index },
      { type: 'step_reset', ...at(index), step: count, auto: false },
      { type: 'step_skipped', ...at(index), step: 0 },
    ]);
    const [session] = await convertLog({ type: 'task_started', ...at(0) }, ...records.flat());
    expect(session?.tool_calls).toHaveLength(count);
  });
});
