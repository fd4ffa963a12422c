import { describe, expect, it } from 'vitest';
import { readNotice } from '../../../../src/adapters/codex-log/grammar/readNotice.ts';
import { readPlanStep } from '../../../../src/adapters/codex-log/grammar/readPlan.ts';
import { readToolEnd, readToolStart } from '../../../../src/adapters/codex-log/grammar/readTool.ts';

describe('readToolStart and readToolEnd', () => {
  it('pair the two lines of a call by what both contain', () => {
    const args = '{"a":"(in 5ms:)"}';
    expect(readToolStart(`tool srv.do(${args})`)).toMatchObject({
      name: 'srv.do',
      argsText: args,
      key: `srv.do(${args})`,
    });
    expect(readToolEnd(`srv.do(${args}) success in 1.20s:`)).toMatchObject({
      ok: true,
      durationMs: 1200,
      key: `srv.do(${args})`,
    });
    expect(readToolEnd(`srv.do(${args}) failed in 3ms:`)).toMatchObject({ ok: false, durationMs: 3 });
    expect(readToolStart('mcp: srv/do started')?.key).toBe(readToolEnd('mcp: srv/do (failed)')?.key);
    expect(readToolStart('collab wait(call_1)')?.key).toBe(readToolEnd('wait(call_1) timed out:')?.key);
  });

  it('read the outcome of an agent', () => {
    expect(readToolEnd('spawn_agent(call_1, prompt="Go (now)…") pending init:')).toMatchObject({
      ok: true,
      status: 'pending init',
    });
    expect(readToolEnd('send_input(call_2, prompt="Go") errored: "no":')).toMatchObject({
      ok: false,
      status: 'errored',
    });
    expect(readToolEnd('wait(call_3) timed out:')).toMatchObject({ ok: false, status: 'timed out' });
    expect(readToolEnd('spawn_agent(call_4, prompt="two\nlines") running:')).toMatchObject({
      ok: true,
      status: 'running',
    });
  });

  it('read the ends of patches in every version', () => {
    expect(readToolEnd('apply_patch(auto_approved=true) exited 0 in 845ms:')).toMatchObject({
      ok: true,
      code: 0,
      durationMs: 845,
    });
    expect(readToolEnd("apply_patch('call_x') exited 1:")).toMatchObject({ ok: false, callId: 'call_x' });
    expect(readToolEnd('patch: declined')).toMatchObject({ ok: false, status: 'declined' });
  });

  it.each([
    'tool',
    'tool (b)',
    'tool x.y(',
    'mcp: x started',
    'collab hums',
    'viewed it',
    'patch: maybe',
    'f(x) worked:',
  ])('find none in %s', (line) => {
    expect(readToolStart(line)).toBeUndefined();
    expect(readToolEnd(line)).toBeUndefined();
  });
});

describe('readNotice', () => {
  it.each([
    ['ERROR: no', 'error', true],
    ['warning: old', 'warning', true],
    ['deprecated: old', 'warning', true],
    ['Reconnecting... 1/5 (closed)', 'retry', false],
    ['mcp: srv failed: no', 'warning', false],
    ['mcp startup: ready: a, b; failed: c', 'info', false],
    ['hook: PreToolUse Completed', 'hook', false],
    ['hook Stop (failed)', 'hook', false],
    ['context compacted', 'compaction', true],
    ['task aborted: review ended', 'interruption', true],
    ['model rerouted: a -> b', 'model_change', false],
    ['job 1a2b3c4d [####----] 1/2 50% f0 r1 p0 eta 5s', 'background_task', false],
    ['2026-03-11T08:20:16.904412Z  WARN codex_core::config: x', 'warning', false],
    ['2026-03-11T08:20:16.904412Z ERROR hyper::client: x', 'error', true],
  ])('reads %s', (line, kind, common) => expect(readNotice(line)).toMatchObject({ kind, common }));

  it.each(['', 'Warning: x', 'hook', 'mcp: a b', 'context compacted twice', '2026-03-11 08:20 ERROR x', 'jobs'])(
    'finds none in %s',
    (line) => expect(readNotice(line)).toBeUndefined(),
  );
});

describe('readPlanStep', () => {
  it.each([
    ['  ✓ done', { text: 'done', status: 'completed' }],
    ['  → now', { text: 'now', status: 'in_progress' }],
    ['  • later', { text: 'later', status: 'pending' }],
    ['  ⬜ 以后', { text: '以后', status: 'pending' }],
    ['✓ not indented', undefined],
    ['  ✓x', undefined],
    ['  - list', undefined],
  ])('reads %s', (line, step) => expect(readPlanStep(line)).toEqual(step));
});
