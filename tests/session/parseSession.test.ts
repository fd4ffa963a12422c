import { describe, expect, it } from 'vitest';
import { parseSession, parseSessionText } from '../../src/session/index.ts';
import { annotationOf, callOf, kept, parsed, sessionOf } from './fixtures.ts';

const codesOf = (json: unknown) => parseSession(json).diagnostics.map(({ code }) => code);

describe('parseSession', () => {
  it.each([
    ['nothing', null],
    ['a text', 'session'],
    ['a list', [sessionOf()]],
    ['a package', { name: 'x', version: '1.0.0', scripts: {} }],
    ['a workflow with steps', { session_id: 'x', steps: [{ name: 'build', run: 'make' }] }],
    ['a session without an id', { ...sessionOf(), session_id: undefined }],
  ])('rejects %s, which is no session', (_, json) => {
    const { session, diagnostics } = parseSession(json);
    expect(session).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: 'not-a-session', severity: 'error' }]);
  });

  it('takes a missing id from the file name', () => {
    const { session } = parseSession({ ...sessionOf(), session_id: '' }, { file: 'data/2026-02-01-001-memo.json' });
    expect(session?.session_id).toBe('2026-02-01-001-memo');
    expect(session?.inferred).toContain('session_id');
  });

  it('upgrades v3.0 without changing its content', () => {
    const json = sessionOf({ phase_annotations: [annotationOf('tool-001', 'tool-002')] });
    const { session, diagnostics } = parseSession(json);
    expect(session).toMatchObject(json);
    expect(session?.inferred).toBeUndefined();
    expect(session?.extensions).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: 'upgraded-shape', severity: 'info', actual: 'v3.0' }]);
  });

  it('numbers calls, states outcomes and adds the lists of 3.1', () => {
    const failed = callOf('tool-002', { output: { status: 'failed', error: 'no' } });
    const session = parsed(sessionOf({ status: 'failed', tool_calls: [callOf('tool-001'), failed] }));
    expect(session).toMatchObject({ schema_version: '3.1', outcome: 'failed', sub_sessions: [] });
    expect(session.tool_calls.map(({ seq, outcome }) => [seq, outcome])).toEqual([
      [2, 'succeeded'],
      [3, 'failed'],
    ]);
  });

  it('adds the prompt as the first message if no message contains it', () => {
    const asked = { role: 'user', type: 'message', text: 'Make a memo board' };
    const prompt = { event_id: 'prompt', seq: 1, at: '2026-02-01T10:00:00.000Z', ...asked, inferred: ['at'] };
    const session = parsed(sessionOf());
    expect(session.events).toEqual([prompt]);
    expect(parsed({ ...session, events: [] }).events).toEqual([prompt]);
    const said = { ...asked, event_id: 'e1', text: ' Make a  memo board\n\n(see the screenshot)' };
    expect(parsed(sessionOf({ events: [said] })).events).toHaveLength(1);
  });

  it('adds no message for a missing prompt', () => {
    expect(parsed(sessionOf({ user_prompt: '  ' })).events).toEqual([]);
    const session = parsed(sessionOf({ user_prompt: undefined }));
    expect(session.events).toEqual([]);
    expect(session.inferred).toContain('user_prompt');
    expect(parsed(session)).toBe(session);
  });

  it('gives the prompt’s message an unused id, and keeps the numbers of the items after it', () => {
    const event = { event_id: 'prompt', seq: 5, type: 'thinking', text: 'Hm.' };
    const session = parsed({ ...parsed(sessionOf({ tool_calls: [] })), events: [event] });
    expect(session.events.map(({ event_id, seq }) => [event_id, seq])).toEqual([
      ['prompt-2', 1],
      ['prompt', 6],
    ]);
    expect(kept(session.events[1])).toEqual({ seq: 5 });
  });

  it('returns a valid 3.1 session unchanged, including unknown fields', () => {
    const session = { ...parsed(sessionOf()), novelty: { of: '3.2' } };
    expect(parseSession(session)).toEqual({ session, diagnostics: [] });
    expect(parseSession(session).session).toBe(session);
  });

  it('reads a later minor version as 3.1', () => {
    const { session, diagnostics } = parseSession({ ...parsed(sessionOf()), schema_version: '3.2' });
    expect(session?.schema_version).toBe('3.1');
    expect(kept(session)).toEqual({ schema_version: '3.2' });
    expect(diagnostics).toMatchObject([{ code: 'unknown-value', actual: '"3.2"', at: { pointer: '/schema_version' } }]);
  });

  it('prefers annotations to phases, and keeps the phases', () => {
    const phases = [{ phase_id: 'p', phase_type: 'plan', tool_call_ids: ['tool-001'] }];
    const session = parsed(sessionOf({ phases, phase_annotations: [annotationOf('tool-001', 'tool-002')] }));
    expect(session.phase_annotations).toHaveLength(1);
    expect(kept(session)).toEqual({ phases });
  });

  it('keeps phases beside the session whose own fields are of other types than the standard says', () => {
    const whole = { status: 'success', input: {}, output: {}, context_used: [], decisions: [] };
    const phases = [{ phase_id: 'p', phase_type: 'plan', tool_call_ids: ['tool-001'], ...whole, description: 7 }];
    const given = sessionOf({ tool_calls: [callOf('tool-001')], phases });
    expect(kept(parsed(given))).toEqual({ phases });
    expect(codesOf(given)).toContain('schema-violation');
    expect(parsed({ ...given, phases: [{ ...phases[0], description: 'x' }] }).phases).toMatchObject([
      { description: 'x' },
    ]);
  });

  it('drops an empty list of phases', () => {
    const session = parsed(sessionOf({ phases: [] }));
    expect(session).not.toHaveProperty('phases');
    expect(session.extensions).toBeUndefined();
    expect(parsed({ ...session, phases: [] })).toEqual(session);
  });

  it('keeps fields unknown to 3.1 with their object, at their own path', () => {
    const call = callOf('tool-001', { phase_id: 'p1', input: { params: {}, note: 'n' } });
    const decision = { decision_id: 'd', type: 'approach', description: 'x', mapping: { a: 1 } };
    const session = parsed(
      sessionOf({
        reflection: { issue: 'late' },
        agent: { model_id: 'm', name: 'Agent' },
        summary: { total_duration_ms: 1, tool_calls_count: 1, files_created: [], files_modified: [], outcome: 'good' },
        tool_calls: [call],
        phase_annotations: [annotationOf('tool-001', 'tool-001', { decisions: [decision], mood: 'calm' })],
      }),
    );
    expect(kept(session)).toEqual({
      reflection: { issue: 'late' },
      agent: { name: 'Agent' },
      summary: { outcome: 'good' },
    });
    expect(kept(session.tool_calls[0])).toEqual({ phase_id: 'p1', input: { note: 'n' } });
    expect(kept(session.phase_annotations?.[0])).toEqual({ mood: 'calm', decisions: { 0: { mapping: { a: 1 } } } });
  });

  it('replaces values outside an enumeration by the nearest one, and keeps them', () => {
    const { session, diagnostics } = parseSession(
      sessionOf({
        status: 'completed',
        tool_calls: [
          callOf('tool-001', {
            tool_category: 'planning/design',
            output: { status: 'error', result: {} },
            context_contribution: { type: 'file', summary: 's' },
          }),
        ],
        phase_annotations: [
          annotationOf('tool-001', 'tool-001', {
            phase_type: 'Implementation',
            confidence: 0.9,
            context_used: [{ type: 'user_input', source: 's', relevance: 'high', usage_mode: 'written' }],
          }),
        ],
      }),
    );
    const [call] = session?.tool_calls ?? [];
    const [annotation] = session?.phase_annotations ?? [];
    expect(session?.status).toBe('success');
    expect(call).toMatchObject({ tool_category: 'perception', output: { status: 'failed' }, outcome: 'failed' });
    expect(call?.context_contribution?.type).toBe('file_content');
    expect(annotation).toMatchObject({
      phase_type: 'execute',
      confidence: 'high',
      context_used: [{ type: 'user_message', usage_mode: 'modified' }],
    });
    expect(kept(session)).toEqual({ status: 'completed' });
    expect(kept(call)).toEqual({
      tool_category: 'planning/design',
      output: { status: 'error' },
      context_contribution: { type: 'file' },
    });
    expect(kept(annotation)).toEqual({
      phase_type: 'Implementation',
      confidence: 0.9,
      context_used: { 0: { type: 'user_input', usage_mode: 'written' } },
    });
    expect(diagnostics.filter(({ code }) => code === 'unknown-value').map(({ at }) => at?.pointer)).toEqual([
      '/tool_calls/0/tool_category',
      '/tool_calls/0/output/status',
      '/tool_calls/0/context_contribution/type',
      '/status',
      '/phase_annotations/0/phase_type',
      '/phase_annotations/0/confidence',
      '/phase_annotations/0/context_used/0/type',
      '/phase_annotations/0/context_used/0/usage_mode',
    ]);
  });

  it('derives finer outcomes from the words used as a status', () => {
    const words = ['cancelled', 'denied', 'interrupted', 'running', 'partial'];
    const calls = words.map((status, index) => callOf(`tool-00${index}`, { output: { status } }));
    expect(
      parsed(sessionOf({ tool_calls: calls })).tool_calls.map(({ outcome, output }) => [outcome, output.status]),
    ).toEqual([
      ['cancelled', 'failed'],
      ['denied', 'failed'],
      ['interrupted', 'failed'],
      ['unanswered', 'failed'],
      ['unknown', 'success'],
    ]);
    expect(parsed(sessionOf({ status: 'aborted' })).outcome).toBe('cancelled');
  });

  it('infers what v3.0 requires, and names it', () => {
    const session = parsed({
      session_id: '2026-02-01-003',
      user_prompt: '\n  做一个便签板，\n要能搜索',
      tool_calls: [{ tool_name: 'Write', input: { file_path: 'a.ts' } }, { tool_name: 'Edit', duration_ms: 500 }, {}],
    });
    expect(session).toMatchObject({
      task_title: '做一个便签板，',
      created_at: '2026-02-01T00:00:00.000Z',
      completed_at: '2026-02-01T00:00:00.500Z',
      status: 'in_progress',
      agent: { model_id: 'unknown' },
      summary: { total_duration_ms: 500, tool_calls_count: 3, files_created: ['a.ts'], files_modified: [] },
    });
    expect(session.inferred).toEqual([
      'created_at',
      'completed_at',
      'status',
      'task_title',
      'agent.model_id',
      'summary.total_duration_ms',
      'summary.tool_calls_count',
      'summary.files_created',
      'summary.files_modified',
    ]);
    const [write, edit, unknown] = session.tool_calls;
    expect(write).toMatchObject({
      call_id: 'tool-001',
      tool_category: 'action',
      input: { params: { file_path: 'a.ts' } },
      output: { status: 'success' },
      outcome: 'unknown',
      inferred: ['call_id', 'tool_category', 'started_at', 'ended_at', 'duration_ms', 'input.params', 'output.status'],
    });
    expect(edit).toMatchObject({ started_at: '2026-02-01T00:00:00.000Z', ended_at: '2026-02-01T00:00:00.500Z' });
    expect(unknown).toMatchObject({
      call_id: 'tool-003',
      tool_name: 'unknown',
      started_at: '2026-02-01T00:00:00.500Z',
    });
  });

  it('reports where a field does not fit, and continues without it', () => {
    const { session, diagnostics } = parseSession(
      sessionOf({
        task_title: 7,
        environment: { cwd: false },
        tool_calls: [
          callOf('tool-001', { duration_ms: '12', output: { status: 'success', result: { exit_code: '0' } } }),
        ],
      }),
    );
    expect(session).toMatchObject({ task_title: 'Make a memo board', environment: {} });
    expect(session?.tool_calls[0]).toMatchObject({ duration_ms: 1000, output: { status: 'success', result: {} } });
    expect(kept(session)).toMatchObject({ task_title: 7, environment: { cwd: false } });
    expect(kept(session?.tool_calls[0])).toEqual({ duration_ms: '12', output: { result: { exit_code: '0' } } });
    const violations = diagnostics.filter(({ code }) => code === 'schema-violation');
    expect(violations.map(({ at, actual, expected }) => [at?.pointer, actual, expected])).toEqual([
      ['/tool_calls/0/duration_ms', '"12"', 'a number, 0 or more'],
      ['/task_title', '7', 'a string that is not empty'],
      ['/tool_calls/0/output/result/exit_code', '"0"', 'number'],
      ['/environment/cwd', 'false', 'string'],
    ]);
  });

  it('treats null as absent', () => {
    const call = callOf('tool-001', { output: { status: 'success', result: null, error: null }, subagent_info: null });
    const { session, diagnostics } = parseSession(
      sessionOf({ task_description: null, tool_calls: [call], events: null }),
    );
    expect(session).not.toHaveProperty('task_description');
    expect(session?.tool_calls[0]?.output).toEqual({ status: 'success' });
    expect(diagnostics.map(({ code }) => code)).toEqual(['upgraded-shape']);
  });

  it('keeps an event that fits no type as an unknown one', () => {
    const odd = { event_id: 'e1', seq: 1, type: 'telepathy', at: '2026-02-01T10:00:00.000Z', text: 'hm' };
    const { session, diagnostics } = parseSession({
      ...parsed(sessionOf({ tool_calls: [], user_prompt: '' })),
      events: [odd, 'beep'],
    });
    expect(session?.events).toEqual([
      { event_id: 'e1', seq: 1, at: odd.at, type: 'unknown', record_type: 'telepathy', raw: odd },
      { event_id: 'event-002', seq: 2, type: 'unknown', record_type: 'string', raw: 'beep' },
    ]);
    expect(diagnostics).toMatchObject([{ code: 'schema-violation', at: { pointer: '/events/0/type' } }]);
  });

  it('keeps keys that would change a prototype as ordinary keys', () => {
    const json: unknown = JSON.parse(
      JSON.stringify(sessionOf()).replace('{', '{"__proto__":{"polluted":1},"constructor":{"polluted":2},'),
    );
    const session = parsed(json);
    expect(Object.keys(kept(session))).toEqual(['__proto__', 'constructor']);
    expect(Object.hasOwn(session, '__proto__')).toBe(false);
    expect({}).not.toHaveProperty('polluted');
  });

  it('reports an unreadable time and infers it from its neighbours', () => {
    const calls = [
      callOf('tool-001'),
      callOf('tool-002', { started_at: 'yesterday', ended_at: undefined, duration_ms: 5 }),
    ];
    const { session, diagnostics } = parseSession(sessionOf({ tool_calls: calls }));
    expect(session?.tool_calls[1]).toMatchObject({
      started_at: '2026-02-01T10:00:01.000Z',
      ended_at: '2026-02-01T10:00:01.005Z',
      inferred: ['started_at', 'ended_at'],
    });
    expect(kept(session?.tool_calls[1])).toEqual({ started_at: 'yesterday' });
    expect(diagnostics.map(({ code }) => code)).toEqual(['upgraded-shape', 'invalid-time', 'time-inferred']);
  });

  it('names the file in every diagnostic', () => {
    const { diagnostics } = parseSession(sessionOf({ status: 'completed' }), { file: 'a/b.json' });
    expect(diagnostics.map(({ at }) => at?.file)).toEqual(['a/b.json', 'a/b.json']);
  });

  it('uses the caller’s start only if the session has none', () => {
    const silent = { session_id: 'x', tool_calls: [], task_title: 't' };
    const startedAt = '2026-03-03T03:03:03.000Z';
    expect(parseSession(silent, { startedAt }).session?.created_at).toBe(startedAt);
    expect(parseSession(sessionOf(), { startedAt }).session?.created_at).toBe('2026-02-01T10:00:00.000Z');
  });

  it('reads a session that has no calls', () => {
    expect(codesOf(sessionOf({ tool_calls: [] }))).toEqual(['upgraded-shape']);
  });
});

describe('parseSessionText', () => {
  it('reads a session with or without a BOM', () => {
    const text = JSON.stringify(sessionOf());
    expect(parseSessionText(text).session?.session_id).toBe('2026-02-01-001-memo');
    expect(parseSessionText(`\uFEFF${text}`)).toEqual(parseSessionText(text));
  });

  it('reports where a text is no JSON, without guessing', () => {
    const text = '{\n  "session_id": "x",\n  "user_prompt": "增加一个"洞察"模块"\n}';
    expect(parseSessionText(text, 'a.json')).toEqual({
      session: undefined,
      diagnostics: [
        {
          code: 'invalid-json',
          severity: 'error',
          message: 'The file is not valid JSON.',
          at: { file: 'a.json', line: 3, column: 24 },
          actual: '洞',
          expected: "',' or '}'",
        },
      ],
    });
  });

  it('rejects a JSON value that is no session', () => {
    expect(parseSessionText('3').diagnostics).toMatchObject([{ code: 'not-a-session' }]);
  });
});

it('infers the start of a sub-session from the first call of the id that started it', () => {
  const call = (started_at: string) => ({
    ...{ call_id: 'c', tool_name: 'Task', started_at, ended_at: started_at, duration_ms: 0 },
    ...{ input: { params: {} }, output: { status: 'success' } },
  });
  const { session } = parseSession({
    ...sessionOf({ tool_calls: [call('2026-02-01T03:00:00Z'), call('2026-02-01T03:09:00Z')] }),
    sub_sessions: [{ sub_session_id: 's', triggered_by_call_id: 'c', tool_calls: [] }],
  });
  expect(session?.sub_sessions[0]?.started_at).toBe('2026-02-01T03:00:00.000Z');
});
