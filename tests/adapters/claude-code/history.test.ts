import { describe, expect, it } from 'vitest';
import { claudeCode } from '../../../src/adapters/claude-code/index.ts';
import { type ClaimedFile, convertSource, groupSources, readSample, toSession } from '../../../src/adapters/index.ts';
import type { Session } from '../../../src/session/index.ts';
import { fileOf } from '../../helpers/sourceFiles.ts';
import { LogDrawing } from './drawLog.ts';

const OLD = '01d00000-0000-4000-8000-000000000001';
const NEW = '2e300000-0000-4000-8000-000000000002';
const THIRD = '3e300000-0000-4000-8000-000000000003';

const usage = (output: number) => ({ input_tokens: 1, output_tokens: output });

/** A question, a call and its answer. */
function conversation(sessionId: string, text: string): LogDrawing {
  const log = new LogDrawing({ sessionId });
  log.user(text);
  log.assistant([{ type: 'tool_use', id: 't1', name: 'Bash', input: {} }], { message: { id: 'm1', usage: usage(10) } });
  log.result('t1', 'no', { is_error: true });
  log.assistant([{ type: 'text', text: 'Done.' }], { message: { id: 'm2', usage: usage(20) } });
  return log;
}

/** The beginning of a resumed session's file: the same records with the new session's id. */
function copyInto(sessionId: string, log: LogDrawing): LogDrawing {
  const copy = new LogDrawing({ sessionId });
  for (const record of log.records) copy.add(String(record.type), { ...record, sessionId });
  return copy;
}

/** Converts each source of the named files as the command would; returns sessions by the name of their primary file. */
async function convertAll(files: Record<string, LogDrawing | string>) {
  const claimed: ClaimedFile[] = [];
  for (const [name, content] of Object.entries(files)) {
    const file = fileOf(name, String(content));
    const { grade, role } = { role: undefined, ...claudeCode.detect(await readSample(name, file.bytes())) };
    if (grade !== 'no' && role !== undefined) claimed.push({ file, adapter: claudeCode, role });
  }
  const sessions = new Map<string, Session[]>();
  const ignored = new Map<string, unknown>();
  for (const group of groupSources(claimed)) {
    const name = group.files[0]?.name ?? '';
    const conversion = await convertSource(claudeCode, group);
    sessions.set(
      name,
      conversion.sessions.map(({ session }) => toSession(session)),
    );
    ignored.set(name, conversion.account.ignored);
  }
  const all = [...sessions.values()].flat();
  return {
    one: (id: string): Session | undefined => sessions.get(`p/${id}.jsonl`)?.[0],
    ignoredIn: (id: string) => ignored.get(`p/${id}.jsonl`),
    all,
    calls: all.flatMap(({ tool_calls }) => tool_calls).length,
    failures: all.flatMap(({ tool_calls }) => tool_calls).filter(({ outcome }) => outcome === 'failed').length,
    outputTokens: all.reduce((sum, session) => sum + (session.usage?.output ?? 0), 0),
  };
}

const textsOf = (session: Session | undefined): unknown[] =>
  (session?.events ?? []).flatMap((event) => (event.type === 'message' ? [event.text] : []));

describe('history that two files share', () => {
  it('is kept once for a session resumed into a new file', async () => {
    const old = conversation(OLD, 'Do it.');
    const resumed = copyInto(NEW, old);
    resumed.user('And now?');
    resumed.assistant([{ type: 'text', text: 'Now, too.' }], { message: { id: 'm3', usage: usage(5) } });
    const made = await convertAll({ [`p/${NEW}.jsonl`]: resumed, [`p/${OLD}.jsonl`]: old });
    expect(made).toMatchObject({ calls: 1, failures: 1, outputTokens: 35 });
    expect(textsOf(made.one(OLD))).toEqual(['Do it.', 'Done.']);
    expect(textsOf(made.one(NEW))).toEqual(['And now?', 'Now, too.']);
    expect(made.ignoredIn(NEW)).toEqual({ parent_history: 4 });
    const last = String(old.records.at(-1)?.uuid);
    expect(made.one(NEW)?.parent).toEqual({ relation: 'resumed', native_id: OLD, message_id: last });
    expect(made.one(OLD)?.parent).toBeUndefined();
  });

  it('is kept in the session that first adds something of its own', async () => {
    const old = conversation(OLD, 'Do it.');
    const fork = copyInto(NEW, old);
    fork.user('Another way.', { sessionKind: 'bg' });
    const before = String(old.records.at(-1)?.uuid);
    old.user('Go on, and tell me at length what you think of it.');
    old.assistant([
      { type: 'text', text: 'It is good, since it is as it should be, and because it is what was asked.' },
    ]);
    old.user('Thanks.');
    const made = await convertAll({ [`p/${OLD}.jsonl`]: old, [`p/${NEW}.jsonl`]: fork });
    expect(made).toMatchObject({ calls: 1, failures: 1, outputTokens: 30 });
    // Nothing in the files says which came first: the shorter one counts as the older.
    expect(textsOf(made.one(NEW))).toEqual(['Do it.', 'Done.', 'Another way.']);
    expect(made.one(OLD)?.parent).toEqual({ relation: 'forked', native_id: NEW, message_id: before });
  });

  it('is assigned by session id if the copies kept their ids', async () => {
    const old = conversation(OLD, 'Do it, and take your time, for there is no hurry at all with this one.');
    const resumed = new LogDrawing({ sessionId: NEW });
    for (const record of old.records.slice(0, 2)) resumed.add(String(record.type), record);
    resumed.user('Better so.');
    const made = await convertAll({ [`p/${OLD}.jsonl`]: old, [`p/${NEW}.jsonl`]: resumed });
    expect(textsOf(made.one(NEW))).toEqual(['Better so.']);
    expect(made.one(NEW)?.parent).toMatchObject({ relation: 'resumed', native_id: OLD });
    expect(made.calls).toBe(1);
  });

  it('is followed through several sessions', async () => {
    const first = conversation(OLD, 'Do it.');
    const second = copyInto(NEW, first);
    second.user('Two.');
    const third = copyInto(THIRD, second);
    third.user('Three.');
    const made = await convertAll({
      [`p/${THIRD}.jsonl`]: third,
      [`p/${NEW}.jsonl`]: second,
      [`p/${OLD}.jsonl`]: first,
    });
    expect([OLD, NEW, THIRD].map((id) => textsOf(made.one(id)))).toEqual([['Do it.', 'Done.'], ['Two.'], ['Three.']]);
    expect(made.one(THIRD)?.parent).toMatchObject({ native_id: NEW });
    expect(made).toMatchObject({ calls: 1, outputTokens: 30 });
  });

  it('is recognised in an SDK fork by the uuids that it names', async () => {
    const old = conversation(OLD, 'Do it.');
    const fork = new LogDrawing({ sessionId: NEW });
    for (const [index, record] of old.records.entries()) {
      const uuid = `f0000000-0000-4000-8000-00000000000${index}`;
      fork.add(String(record.type), {
        message: record.message,
        uuid,
        forkedFrom: { sessionId: OLD, messageUuid: record.uuid },
      });
    }
    fork.user('Another way.');
    const made = await convertAll({ [`p/${NEW}.jsonl`]: fork, [`p/${OLD}.jsonl`]: old });
    expect(textsOf(made.one(NEW))).toEqual(['Another way.']);
    expect(made).toMatchObject({ calls: 1, failures: 1, outputTokens: 30 });
    expect(made.one(NEW)?.parent).toMatchObject({ relation: 'forked', native_id: OLD });
  });

  it('is kept in the copy if the original is missing', async () => {
    const resumed = copyInto(NEW, conversation(OLD, 'Do it.'));
    resumed.user('And now?');
    const made = await convertAll({ [`p/${NEW}.jsonl`]: resumed });
    expect(textsOf(made.one(NEW))).toEqual(['Do it.', 'Done.', 'And now?']);
    expect(made).toMatchObject({ calls: 1, failures: 1, outputTokens: 30 });
  });

  it('creates no session for a file that contains nothing else', async () => {
    const old = conversation(OLD, 'Do it.');
    const made = await convertAll({ [`p/${OLD}.jsonl`]: old, [`p/${NEW}.jsonl`]: copyInto(NEW, old) });
    expect(made.all).toHaveLength(1);
    expect(made.ignoredIn(NEW)).toEqual({ parent_history: 4 });
  });

  it('is not assumed if the same uuid has another text, or the file is in another folder', async () => {
    const old = conversation(OLD, 'Do it.');
    const other = conversation(NEW, 'Do something else.');
    const beside = await convertAll({ [`p/${OLD}.jsonl`]: old, [`p/${NEW}.jsonl`]: other });
    expect(textsOf(beside.one(NEW))[0]).toBe('Do something else.');
    const apart = await convertAll({ [`p/${OLD}.jsonl`]: old, [`q/${NEW}.jsonl`]: copyInto(NEW, old) });
    expect(apart.all.map((session) => textsOf(session).length)).toEqual([2, 2]);
  });
});
