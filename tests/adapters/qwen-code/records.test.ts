import { expect, test } from 'vitest';
import { convertSource, createSample, toSession } from '../../../src/adapters/index.ts';
import { qwenCode } from '../../../src/adapters/qwen-code/index.ts';
import { fileOf } from '../../helpers/sourceFiles.ts';

let second = 0;
const record = (uuid: string, parentUuid: string | null, type: string, more: object) => ({
  uuid,
  parentUuid,
  sessionId: 's',
  timestamp: new Date(1_780_000_000_000 + 1000 * ++second).toISOString(),
  type,
  ...more,
});
const asked = (uuid: string, parent: string | null, text: string) =>
  record(uuid, parent, 'user', { message: { role: 'user', parts: [{ text }] } });
const said = (uuid: string, parent: string, parts: readonly object[], more: object = {}) =>
  record(uuid, parent, 'assistant', { message: { role: 'model', parts }, ...more });
const call = (id: string, name = 'read_file', args: object = {}) => ({ functionCall: { id, name, args } });
const answered = (uuid: string, parent: string, id: string, told: object, response: object) =>
  record(uuid, parent, 'tool_result', {
    toolCallResult: { callId: id, ...told },
    message: { role: 'user', parts: [{ functionResponse: { id, name: 'read_file', response } }] },
  });
const noted = (uuid: string, parent: string, subtype: string, systemPayload: object) =>
  record(uuid, parent, 'system', { subtype, systemPayload });

async function convert(records: readonly object[], older: readonly object[] = []) {
  const file = (name: string, lines: readonly object[]) =>
    fileOf(name, lines.map((line) => JSON.stringify(line)).join('\n'));
  const ancestors = older.length === 0 ? {} : { ancestors: [file('older.jsonl', older)] };
  const { sessions, account } = await convertSource(qwenCode, { files: [file('s.jsonl', records)], ...ancestors });
  const [made] = sessions;
  if (made === undefined) throw new Error('no session');
  const session = toSession(made.session);
  const texts = session.events.flatMap((event) =>
    'text' in event ? [`${event.branch ?? event.type} ${event.text}`] : [],
  );
  return { session, texts, account, codes: made.diagnostics.map(({ code }) => code) };
}

test('joins a message in pieces with the same id, and counts its tokens once', async () => {
  const usage = (candidatesTokenCount: number) => ({
    usageMetadata: { promptTokenCount: 100, cachedContentTokenCount: 60, candidatesTokenCount, thoughtsTokenCount: 2 },
  });
  const { session, texts } = await convert([
    asked('u', null, 'Go'),
    said('a', 'u', [{ text: 'Hm.', thought: true }], usage(3)),
    said('a', 'u', [call('c'), { text: 'I read it.' }], { model: 'qwen3', ...usage(9) }),
    said('a', 'u', [{ text: 'And the rest.' }], usage(9)),
    said('a', 'u', [{ text: 'And the rest.' }], usage(9)),
  ]);
  expect(texts).toEqual(['message Go', 'thinking Hm.', 'message I read it.', 'message And the rest.']);
  expect(session.usage).toMatchObject({ input: 40, cache_read: 60, output: 11, reasoning: 2 });
  expect(session.agent.model_id).toBe('qwen3');
  expect(session.tool_calls).toHaveLength(1);
});

test('accepts the same call id in several messages', async () => {
  const { session } = await convert([
    asked('u', null, 'Go'),
    said('a', 'u', [call('call_0', 'read_file', { path: 'a' })]),
    answered('r', 'a', 'call_0', { status: 'success' }, { output: 'first' }),
    said('b', 'r', [call('call_0', 'read_file', { path: 'b' })]),
    answered('q', 'b', 'call_0', { status: 'error' }, { error: 'gone' }),
  ]);
  expect(session.tool_calls.map(({ outcome, input }) => `${input.params.path} ${outcome}`)).toEqual([
    'a succeeded',
    'b failed',
  ]);
});

test("marks what a rewind leaves behind, which the program's final notes do not bring back", async () => {
  const { texts, session } = await convert([
    asked('u', null, 'Go'),
    said('a', 'u', [{ text: 'Left' }]),
    noted('t', 'a', 'custom_title', { customTitle: 'Old' }),
    noted('w', 'u', 'rewind', { targetUuid: 'u' }),
    asked('v', 'w', 'Other way'),
    said('b', 'v', [{ text: 'Right' }]),
    noted('x', 'a', 'custom_title', { customTitle: 'New' }),
  ]);
  expect(texts).toEqual([
    'message Go',
    'abandoned Left',
    'notice Went back to an earlier message',
    'message Other way',
    'message Right',
  ]);
  expect(session.task_title).toBe('New');
});

test("takes a call's duration and its refusal from telemetry, whichever comes first", async () => {
  const timed = (path: string, more: object) => ({
    uiEvent: { function_name: 'read_file', function_args: { path }, ...more },
  });
  const { session, account } = await convert([
    asked('u', null, 'Go'),
    said('a', 'u', [call('1', 'read_file', { path: 'a' }), call('2', 'read_file', { path: 'b' })]),
    noted('t', 'a', 'ui_telemetry', timed('b', { duration_ms: 70, decision: 'reject' })),
    answered('r', 't', '1', { status: 'success' }, { output: 'x' }),
    answered('q', 'r', '2', { status: 'cancelled' }, { error: 'no' }),
    noted('y', 'q', 'ui_telemetry', timed('a', { duration_ms: 30, decision: 'accept' })),
    noted('z', 'y', 'ui_telemetry', { uiEvent: { 'event.name': 'qwen-code.api_response', total_token_count: 9 } }),
  ]);
  expect(session.tool_calls.map((each) => `${each.outcome} ${each.duration_ms}`)).toEqual([
    'succeeded 30',
    'denied 70',
  ]);
  expect(account.ignored).toEqual({ telemetry: 1 });
});

test('keeps only what is new in a branch', async () => {
  const origin = [asked('u', null, 'Go'), said('a', 'u', [{ text: 'Done' }])];
  const branch = origin.map((each) => ({
    ...each,
    sessionId: 'b',
    forkedFrom: { sessionId: 's', messageUuid: each.uuid },
  }));
  const own = { ...asked('v', 'a', 'More'), sessionId: 'b' };
  const { texts, session, account } = await convert([...branch, own], origin);
  expect(texts).toEqual(['message More']);
  expect(account.ignored).toEqual({ parent_history: 2 });
  expect(session.parent).toEqual({ relation: 'forked', native_id: 's', message_id: 'u' });
});

test('recognises a session by its first record, joined to others or alone', () => {
  const detect = (text: string) =>
    qwenCode.detect(createSample('x.jsonl', new TextEncoder().encode(text), false)).grade;
  const [first, next] = [JSON.stringify(asked('u', null, 'Go')), JSON.stringify(said('a', 'u', []))];
  expect([`${first}\n${next}`, `${first}${next}`, first].map(detect)).toEqual(['certain', 'certain', 'certain']);
  expect(detect(JSON.stringify({ ...asked('u', null, 'Go'), message: { role: 'user', content: 'Go' } }))).toBe('no');
});

test('keeps notes of unknown kinds', async () => {
  const { session, texts, account } = await convert([
    asked('u', null, 'Go'),
    noted('g', 'u', 'goal_set', { text: 'All tests pass', id: 4 }),
    noted('h', 'g', 'never_seen', { a: [1, 2] }),
  ]);
  expect(texts).toContain('notice All tests pass');
  expect(account.unknown).toBe(1);
  expect(session.events.find(({ type }) => type === 'unknown')).toMatchObject({ record_type: 'system/never_seen' });
});
