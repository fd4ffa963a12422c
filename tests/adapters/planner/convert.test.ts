import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toSession } from '../../../src/adapters/assemble/assembledSession.ts';
import { convertSource } from '../../../src/adapters/convertSource.ts';
import { planner } from '../../../src/adapters/planner/index.ts';
import { sessionV30 } from '../../../src/session/schema/std001v30.ts';
import { session as sessionSchema } from '../../../src/session/schema/std001v31.ts';
import { fileOf } from '../../helpers/sourceFiles.ts';

const root = join(import.meta.dirname, '../../..');

async function convertText(text: string) {
  const conversion = await convertSource(planner, { files: [fileOf('plans.jsonl', text)] });
  return { ...conversion, sessions: conversion.sessions.map(({ session }) => toSession(session)) };
}

const convertFile = (path: string) => convertText(readFileSync(join(root, path), 'utf8'));

describe('conversion of planner logs', () => {
  it('makes a valid session of every line', async () => {
    const { sessions, account } = await convertFile('data/sources/planner/plans.jsonl');
    expect(sessions).toHaveLength(4);
    expect(account).toMatchObject({ records: 4, converted: 4, dropped: 0 });
    for (const session of sessions) {
      expect(sessionV30.safeParse(session).error).toBeUndefined();
      expect(sessionSchema.safeParse(session).error).toBeUndefined();
    }
  });

  it('orders the run: question, context, request, plan, acceptance, searches', async () => {
    const { sessions } = await convertFile('data/sources/planner/plans.jsonl');
    const [session] = sessions;
    const items = [...(session?.events ?? []), ...(session?.tool_calls ?? [])].sort(
      (a, b) => (a.seq ?? 0) - (b.seq ?? 0),
    );
    expect(items.map((item) => ('type' in item ? item.type : `${item.tool_name} ${item.outcome}`))).toEqual([
      'message',
      'message',
      'review',
      'plan',
      'review',
      'Researcher succeeded',
      'Researcher succeeded',
      'Researcher succeeded',
    ]);
    expect(session?.events.filter(({ type }) => type === 'review')).toMatchObject([
      { attempt: 1, action: 'request_changes', feedback: '请补充离线场景与成本估算' },
      { attempt: 2, action: 'accept_plan', feedback: '' },
    ]);
  });

  it("keeps the session's plan, reviews and telemetry as in the log", async () => {
    const { sessions } = await convertFile('data/sources/planner/plans.jsonl');
    expect(sessions[0]).toMatchObject({
      task_title: 'stockbird 条码扫描方案',
      task_description: '比较浏览器内扫描与手持终端，给出 stockbird 下一版的建议',
      user_prompt: '小型仓库软件 stockbird 应该选哪种条码扫描方案？\n请比较浏览器内扫描与手持终端。',
      plan: {
        assumptions: { length: 2 },
        risks: { length: 2 },
        metadata: { budget_tokens: 8000, budget_cost_usd: 2.5 },
      },
      review: {
        attempts: [
          { attempt: 1, action: 'request_changes' },
          { attempt: 2, action: 'accept_plan' },
        ],
      },
      telemetry: { researcher: { total_calls: 3, degradation_modes: ['budget', 'conservative'] } },
      environment: { locale: 'zh-CN' },
    });
  });

  it('ends the run at its timestamp, directly after the searches', async () => {
    const { sessions } = await convertFile('data/sources/planner/plans.jsonl');
    const [session] = sessions;
    expect(session).toMatchObject({
      created_at: '2025-10-09T12:32:56.393Z',
      completed_at: '2025-10-09T12:33:01.123Z',
      summary: { total_duration_ms: 4730 },
    });
    expect(session?.inferred).toContain('created_at');
    expect(session?.inferred).not.toContain('completed_at');
    expect(session?.tool_calls.map(({ started_at, duration_ms }) => [started_at, duration_ms])).toEqual([
      ['2025-10-09T12:32:56.393Z', 1820],
      ['2025-10-09T12:32:58.213Z', 1310],
      ['2025-10-09T12:32:59.523Z', 1600],
    ]);
    expect(session?.tool_calls.every(({ inferred }) => inferred?.includes('started_at'))).toBe(true);
  });

  it('gives each search its notes and its phase', async () => {
    const { sessions } = await convertFile('data/sources/planner/plans.jsonl');
    const [session] = sessions;
    const contents = session?.tool_calls.map(({ context_contribution }) => context_contribution?.full_content);
    expect(contents?.map((text) => text?.split('\n')[0])).toEqual([
      '部分浏览器自带条码识别接口，但并非所有系统都可用',
      'WebAssembly 解码库在中端手机上每帧约 40 毫秒',
      '入门手持终端单价约为手机的两倍',
    ]);
    expect(session?.tool_calls[0]).toMatchObject({
      tool_category: 'perception',
      input: { params: { step_id: 'step-1', applied_max_results: 5 }, description: '梳理浏览器扫描能力' },
      output: { status: 'success', result: { display: '4 results, 1 note', result_count: 4, note_count: 1 } },
    });
    expect(session?.tool_calls[1]?.extensions).toEqual({ planner: { degradation_mode: 'budget' } });
    expect(session?.phase_annotations).toMatchObject([
      {
        phase_type: 'explore',
        annotated_by: 'agent',
        tool_call_range: { start_call_id: 'tool-001', end_call_id: 'tool-002' },
      },
      { phase_type: 'explore', tool_call_range: { start_call_id: 'tool-003', end_call_id: 'tool-003' } },
    ]);
  });

  it('takes the outcome of a run from the last review and from blocked steps', async () => {
    const { sessions } = await convertFile('data/sources/planner/plans.jsonl');
    expect(sessions.map(({ status, outcome }) => [status, outcome])).toEqual([
      ['success', 'succeeded'],
      ['failed', 'failed'],
      ['success', 'succeeded'],
      ['failed', 'cancelled'],
    ]);
  });

  it('leaves the outcome of a search without results unknown', async () => {
    const { sessions } = await convertFile('data/sources/planner/plans.jsonl');
    expect(sessions[1]?.tool_calls.map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown']);
    expect(sessions[1]?.events.find(({ type }) => type === 'plan')?.extensions).toEqual({
      planner: { blocked_steps: ['step-1'] },
    });
  });

  it('reads lists of plans as runs of which only the plan is known', async () => {
    const { sessions } = await convertFile('data/sources/planner/planner_plans.jsonl');
    expect(sessions.map(({ task_title }) => task_title)).toEqual([
      'Moving stockbird to a new database',
      'stockbird 报表改版',
    ]);
    for (const session of sessions) {
      expect(session).toMatchObject({ user_prompt: '', outcome: 'unknown', tool_calls: [] });
      expect(session.inferred).toEqual(expect.arrayContaining(['created_at', 'completed_at', 'user_prompt', 'status']));
    }
  });

  it('reads every form of a timestamp', async () => {
    const times = [1760234400, '1760234400', 1760234400000, '2025-10-12T02:00:00', '2025-10-12T10:00:00+08:00'];
    const lines = times.map((timestamp, index) => JSON.stringify({ timestamp, question: `q${index}` }));
    const { sessions } = await convertText(lines.join('\n'));
    expect(new Set(sessions.map(({ completed_at }) => completed_at))).toEqual(new Set(['2025-10-12T02:00:00.000Z']));
  });

  it('keeps what it cannot read', async () => {
    const { sessions, account } = await convertFile('tests/fixtures/planner/edge.jsonl');
    expect(account).toEqual({ records: 11, converted: 9, unknown: 0, ignored: {}, dropped: 2 });
    const kept = JSON.stringify(sessions);
    for (const text of ['soon', 'DEFER', 'a bare string', 'blank source', 'WAITING', 'later_field']) {
      expect(kept, text).toContain(text);
    }
    expect(sessions[3]?.events.filter(({ type }) => type === 'review')).toMatchObject([
      { attempt: 1, action: 'request_changes', inferred: ['attempt', 'action'] },
      { attempt: 2, action: 'request_changes', inferred: ['attempt', 'action'] },
      { attempt: 9, action: 'accept_plan' },
    ]);
  });

  it('reports telemetry that does not add up', async () => {
    const { sessions } = await convertFile('tests/fixtures/planner/edge.jsonl');
    expect(sessions[4]?.provenance?.diagnostics).toMatchObject({ 'count-mismatch': 1, 'unknown-value': 1 });
    expect(sessions[4]?.tool_calls).toHaveLength(3);
  });

  it('keeps a run that the log contains twice as two sessions', async () => {
    const { sessions } = await convertFile('tests/fixtures/planner/edge.jsonl');
    const twice = sessions.filter(({ user_prompt }) => user_prompt === 'The same run twice');
    expect(new Set(twice.map(({ session_id }) => session_id)).size).toBe(2);
  });

  it('reads values nested deeper than an engine can write as JSON', async () => {
    const deep = `${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}`;
    const [line = ''] = readFileSync(join(root, 'data/sources/planner/plans.jsonl'), 'utf8').split('\n');
    const text = line.replace(/"topic": "[^"]*"/, `"topic": ${deep}`).replaceAll('"todo": null', `"todo": ${deep}`);
    const { account } = await convertText(text);
    expect(account).toMatchObject({ records: 1, converted: 1 });
  });

  it('keeps a field named __proto__ as a field', async () => {
    const { sessions } = await convertText(
      '{"question":"q","__proto__":{"status":"failed"},"plan":{"__proto__":{"topic":"t"}}}',
    );
    expect(sessions[0]?.status).toBe('success');
    expect(JSON.stringify(sessions[0]?.extensions)).toContain('"__proto__":{"status":"failed"}');
  });

  it('takes linear time, however many steps and searches there are', async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => `step-${index}`);
    const line = {
      question: 'q',
      plan: { topic: 't', goal: 'g', steps: many.map((id) => ({ id, title: id, step_type: 'RESEARCH' })) },
      telemetry: { researcher: { calls: many.map((step_id) => ({ step_id, query: 'q', note_count: 0 })) } },
    };
    const { sessions } = await convertText(JSON.stringify(line));
    expect(sessions[0]?.tool_calls).toHaveLength(20_000);
  });
});
