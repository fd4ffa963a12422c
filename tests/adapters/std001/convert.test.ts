import { describe, expect, it } from 'vitest';
import { convertSource, toSession } from '../../../src/adapters/index.ts';
import { std001 } from '../../../src/adapters/std001/index.ts';
import { checkSession, type Session } from '../../../src/session/index.ts';
import { fileOf } from '../../helpers/sourceFiles.ts';
import { annotationOf, callOf, kept, parsed, sessionOf } from '../../session/fixtures.ts';

async function convertText(text: string, hints?: { startedAt: string }) {
  const source = { files: [fileOf('memo.json', text)], ...(hints === undefined ? {} : { hints }) };
  const { sessions, account, diagnostics } = await convertSource(std001, source);
  return {
    sessions: sessions.map(({ session }) => toSession(session)),
    account,
    diagnostics: [...diagnostics, ...sessions.flatMap((each) => each.diagnostics)],
  };
}

async function convertOne(json: unknown, hints?: { startedAt: string }): Promise<Session> {
  const { sessions } = await convertText(JSON.stringify(json, null, 1), hints);
  const [session] = sessions;
  if (session === undefined) throw new Error('no session');
  return session;
}

describe('conversion of STD-001', () => {
  it('adopts a session, keeping its ids and normalising its times', async () => {
    const calls = [callOf('dev-impl-001', { started_at: '2026-02-01T18:00:00+08:00' })];
    const session = await convertOne(sessionOf({ tool_calls: calls }));
    expect(session).toMatchObject({ schema_version: '3.1', session_id: '2026-02-01-001-memo' });
    expect(session.tool_calls[0]).toMatchObject({ call_id: 'dev-impl-001', started_at: '2026-02-01T10:00:00.000Z' });
    expect(session.provenance).toMatchObject({ source_format: 'std001', diagnostics: { 'upgraded-shape': 1 } });
  });

  it('replaces a duplicate id, keeps the old one beside it, and reports it', async () => {
    const session = sessionOf({
      tool_calls: [callOf('a'), callOf('a'), callOf('a-2'), callOf('a')],
      phase_annotations: [annotationOf('a', 'a-2'), annotationOf('a', 'a')],
      events: [
        { event_id: 'a', seq: 5, type: 'message', role: 'user', text: 'One' },
        { event_id: 'e', seq: 6, type: 'message', role: 'user', text: 'Two' },
        { event_id: 'e', seq: 7, type: 'message', role: 'user', text: 'Three' },
      ],
    });
    const { sessions, diagnostics } = await convertText(JSON.stringify(session));
    const [converted] = sessions;
    if (converted === undefined) throw new Error('no session');
    expect(checkSession(converted).filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(converted.tool_calls.map(({ call_id }) => call_id)).toEqual(['a', 'a-3', 'a-2', 'a-4']);
    expect(converted.tool_calls[1]).toMatchObject({ extensions: { std001: { call_id: 'a' } } });
    expect(diagnostics.filter(({ code }) => code === 'duplicate-id').map(({ actual }) => actual)).toEqual(
      expect.arrayContaining(['a', 'e', 'ann-a']),
    );
  });

  it('gives every call and event its position in the file', async () => {
    const text = JSON.stringify(sessionOf({ messages: [{ message_id: 'm1', payload: '你好' }] }), null, 1);
    const { sessions } = await convertText(text);
    const [prompt, ...events] = sessions[0]?.events ?? [];
    expect(prompt).toMatchObject({ event_id: 'prompt', text: 'Make a memo board' });
    expect(prompt).not.toHaveProperty('source_ref');
    const items = [...(sessions[0]?.tool_calls ?? []), ...events];
    const bytes = new TextEncoder().encode(text);
    const read = items.map(({ source_ref: ref }): unknown =>
      ref === undefined
        ? ref
        : JSON.parse(new TextDecoder().decode(bytes.subarray(ref.byte_offset, ref.byte_offset + ref.byte_length))),
    );
    expect(read).toMatchObject([{ call_id: 'tool-001' }, { call_id: 'tool-002' }, { message_id: 'm1' }]);
  });

  it('accounts for the session, and for each item of its lists', async () => {
    const json = sessionOf({
      tool_calls: [callOf('tool-001'), 'no call'],
      phases: [{ phase_id: 'p', phase_type: 'plan' }],
      phase_annotations: [annotationOf('tool-001', 'tool-001'), { phase_type: 'plan' }],
      events: [{ type: 'telepathy' }],
      sub_sessions: [{ sub_session_id: 's', agent: {}, tool_calls: [callOf('sub-001')], events: [{ type: 'odd' }] }],
      messages: [{ message_id: 'm1', payload: 'hi' }],
      steps: [{ step_id: 's', step_name: 'x' }],
    });
    const { account, sessions } = await convertText(JSON.stringify(json));
    // Converted records: the session, a call, an annotation, the sub-session, its call, the message.
    expect(account).toEqual({ records: 12, converted: 6, unknown: 6, ignored: {}, dropped: 0 });
    expect(sessions[0]?.provenance?.account).toEqual(account);
  });

  it('reports where a file is invalid JSON', async () => {
    const { sessions, account, diagnostics } = await convertText(
      '{\n "session_id": "x",\n "task_title": "增加"洞察""\n}',
    );
    expect(sessions).toEqual([]);
    expect(account).toMatchObject({ records: 1, dropped: 1 });
    expect(diagnostics).toMatchObject([
      {
        code: 'invalid-json',
        message: "The file is not valid JSON: expected ',' or '}', found 洞.",
        at: { file: 'memo.json', line: 3, column: 20 },
      },
    ]);
  });

  it.each([
    ['{"name": "x"}', 'not-a-session'],
    ['[1, 2]', 'not-a-session'],
  ])('drops %s as one record', async (text, code) => {
    const { sessions, account, diagnostics } = await convertText(text);
    expect(sessions).toEqual([]);
    expect(account).toMatchObject({ records: 1, dropped: 1 });
    expect(diagnostics.map((each) => each.code)).toEqual([code]);
  });

  it.each(['', ' \n'])('makes no session of an empty file (%j)', async (text) => {
    const { account, diagnostics } = await convertText(text);
    expect(account.records).toBe(0);
    expect(diagnostics).toMatchObject([{ code: 'empty-source' }]);
  });

  it('uses the hint only if the session has no time', async () => {
    const hints = { startedAt: '2026-05-05T05:05:05.000Z' };
    expect((await convertOne({ session_id: 'x', tool_calls: [] }, hints)).created_at).toBe(hints.startedAt);
    expect((await convertOne(sessionOf(), hints)).created_at).toBe('2026-02-01T10:00:00.000Z');
  });

  it('reports annotations that cover nothing, and keeps them apart', async () => {
    const phase_annotations = [
      annotationOf('tool-001', 'tool-009', { annotation_id: 'a' }),
      annotationOf('tool-002', 'tool-001', { annotation_id: 'b' }),
      annotationOf('tool-001', 'tool-001', { annotation_id: 'c' }),
    ];
    const { sessions, diagnostics } = await convertText(JSON.stringify(sessionOf({ phase_annotations })));
    const [session] = sessions;
    expect(session?.phase_annotations?.map(({ annotation_id, phase_type }) => [annotation_id, phase_type])).toEqual([
      ['c', 'execute'],
      ['gap-1', 'unclassified'],
    ]);
    expect(kept(session)).toMatchObject({
      unusable_annotations: { a: { annotation_id: 'a' }, b: { annotation_id: 'b' } },
    });
    expect(diagnostics.map(({ code }) => code)).toEqual([
      'upgraded-shape',
      'dangling-call-id',
      'backward-range',
      'uncovered-calls',
    ]);
  });

  it("keeps a 3.1 session's facts about the log that it was made from", async () => {
    const session = parsed(sessionOf());
    const [first, ...others] = session.tool_calls;
    if (first === undefined) throw new Error('no call');
    const source_ref = { source: 0, line: 7, byte_offset: 70, byte_length: 7, native_id: 'toolu_1' };
    const content_refs = [
      { pointer: '/output/result/text', sha256: 'a'.repeat(64), bytes: 1, lines: 1, path: 'x.content/a.txt' },
    ];
    const provenance = {
      source_format: 'claude-code',
      sources: [],
      account: { records: 0, converted: 0, unknown: 0, ignored: {}, dropped: 0 },
      diagnostics: {},
      redactions: {},
    };
    const made = { ...session, provenance, tool_calls: [{ ...first, source_ref, content_refs }, ...others] };
    const { sessions, diagnostics } = await convertText(JSON.stringify(made, null, 1));
    const [again] = sessions;
    expect(again?.provenance?.source_format).toBe('std001');
    expect(kept(again)).toEqual({ provenance });
    expect(again?.tool_calls[0]?.source_ref).toMatchObject({ source: 0, native_id: 'toolu_1' });
    expect(again?.tool_calls[0]?.source_ref?.line).toBeGreaterThan(7);
    expect(again?.tool_calls[0]).not.toHaveProperty('content_refs');
    expect(kept(again?.tool_calls[0])).toEqual({ source_ref, content_refs });
    expect(diagnostics).toMatchObject([{ code: 'missing-content', actual: '1 texts' }]);
  });
});
