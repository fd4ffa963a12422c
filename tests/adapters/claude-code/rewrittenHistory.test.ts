import { describe, expect, it } from 'vitest';
import { RewrittenHistory } from '../../../src/adapters/claude-code/history.ts';
import type { Session } from '../../../src/session/index.ts';
import { cpuMsOf } from '../../cpuTime.ts';
import { LogDrawing, sessionOf } from './drawLog.ts';
import { eventsOf, messages } from './sessionParts.ts';

const LATER = '2026-02-01T00:00:00.000Z';

/** A conversation of two prompts, with a call. */
function conversation(): LogDrawing {
  const log = new LogDrawing({ version: '2.0.31' });
  log.user([
    { type: 'text', text: '<ide_opened_file>The user opened /p/tide.ts</ide_opened_file>' },
    { type: 'text', text: 'raise the tide' },
  ]);
  log.assistant([{ type: 'text', text: 'I look first.' }], { message: { id: 'msg_1', usage: { output_tokens: 5 } } });
  log.call('call_1', 'Bash', { command: 'ls' }, { message: { id: 'msg_1', usage: { output_tokens: 9 } } });
  log.result('call_1', 'tide.ts', { toolUseResult: { stdout: 'tide.ts', stderr: '' } });
  log.assistant([{ type: 'text', text: 'There is one file.' }], { message: { id: 'msg_2' } });
  log.user('continue');
  log.assistant([{ type: 'text', text: 'Done.' }], { message: { id: 'msg_3' } });
  return log;
}

type Fields = Record<string, unknown>;
type Change = (record: Fields) => Fields[];

/** Repeats what the log holds at its end: with new uuids, its own root, later times, and without structured results. */
function writeAgain(log: LogDrawing, change: Change = (record) => [record]): string {
  let parent: string | null = null;
  let count = 0;
  for (const record of [...log.records]) {
    for (const copy of change(record)) {
      count += 1;
      const uuid = `cccccccc-0000-4000-8000-${String(log.records.length + count).padStart(12, '0')}`;
      const { toolUseResult: _, ...kept } = copy;
      log.raw({ ...kept, uuid, parentUuid: parent, timestamp: LATER });
      parent = uuid;
    }
  }
  return parent ?? '';
}

/** Splits a prompt of several blocks into several records. */
const apart: Change = (record) => {
  const message = record.message as { role: string; content: unknown };
  if (record.type !== 'user' || !Array.isArray(message.content)) return [record];
  return message.content.map((block: unknown) => ({ ...record, message: { ...message, content: [block] } }));
};

function stated({ tool_calls, events, usage, summary }: Session): unknown {
  const bare = ({ source_ref: _, ...item }: { source_ref?: unknown }) => item;
  return { calls: tool_calls.map(bare), events: events.map(bare), usage, summary };
}

const accountOf = ({ provenance }: Session) => provenance?.account;

describe('history rewritten within one file', () => {
  it('is kept once', async () => {
    const once = await sessionOf(conversation());
    const log = conversation();
    writeAgain(log, apart);
    const session = await sessionOf(log);
    expect(stated(session)).toEqual(stated(once));
    expect(accountOf(session)).toMatchObject({ ignored: { replayed_record: 5 }, dropped: {} });
  });

  it('is kept once however often it is rewritten', async () => {
    const log = conversation();
    const records = [...log.records];
    for (let time = 0; time < 3; time += 1) {
      const again = new LogDrawing();
      again.records.push(...records);
      writeAgain(again);
      for (const [index, record] of again.records.slice(records.length).entries()) {
        const uuid = (each: unknown) => (each === null ? null : String(each).replace('cccccccc', `dddddd${time}0`));
        log.raw({ ...record, uuid: uuid(record.uuid), parentUuid: index === 0 ? null : uuid(record.parentUuid) });
      }
    }
    expect(stated(await sessionOf(log))).toEqual(stated(await sessionOf(conversation())));
  });

  it('can be continued, even with a text said before', async () => {
    const log = conversation();
    const parentUuid = writeAgain(log, apart);
    const prompt = log.user('continue', { parentUuid, timestamp: LATER });
    log.assistant([{ type: 'text', text: 'More.' }], {
      parentUuid: prompt,
      message: { id: 'msg_4' },
      timestamp: LATER,
    });
    const session = await sessionOf(log);
    expect(
      messages(session)
        .slice(-4)
        .map(([, , text]) => text),
    ).toEqual(['continue', 'Done.', 'continue', 'More.']);
    expect(session.events.every(({ branch }) => branch === undefined)).toBe(true);
  });

  it('leaves behind what came after an earlier end', async () => {
    const log = conversation();
    const first = log.records.slice(0, 5);
    const again = new LogDrawing();
    again.records.push(...first);
    const parentUuid = writeAgain(again);
    for (const record of again.records.slice(first.length)) log.raw(record);
    const prompt = log.user('lower it', { parentUuid, timestamp: LATER });
    log.assistant([{ type: 'text', text: 'Lowered.' }], {
      parentUuid: prompt,
      message: { id: 'msg_4' },
      timestamp: LATER,
    });
    const left = eventsOf(await sessionOf(log), 'message').filter(({ branch }) => branch === 'abandoned');
    expect(left.map(({ text }) => text)).toEqual(['continue', 'Done.']);
  });

  it('counts as new if only the prompt is the same', async () => {
    const log = conversation();
    log.user('raise the tide', { parentUuid: null });
    log.assistant([{ type: 'text', text: 'Once more.' }], { message: { id: 'msg_9' } });
    const texts = messages(await sessionOf(log)).map(([, , text]) => text);
    expect(texts.slice(-2)).toEqual(['raise the tide', 'Once more.']);
  });

  it('counts as a second prompt if no reply came yet', async () => {
    const log = conversation();
    log.user('continue', { parentUuid: null });
    expect(messages(await sessionOf(log)).filter(([, , text]) => text === 'continue')).toHaveLength(2);
  });

  it('answers a call without a result, at an unknown time', async () => {
    const log = conversation();
    const whole = [...log.records];
    log.records.splice(3, 1);
    const again = new LogDrawing();
    again.records.push(...whole);
    writeAgain(again);
    for (const record of again.records.slice(whole.length)) log.raw(record);
    const { tool_calls } = await sessionOf(log);
    expect(tool_calls).toMatchObject([{ outcome: 'succeeded', output: { status: 'success' } }]);
    expect(tool_calls[0]?.duration_ms).toBeLessThan(60_000);
    expect(tool_calls[0]?.inferred).toContain('ended_at');
  });

  it('replaces a text and a result by longer ones', async () => {
    const log = conversation();
    const whole = [...log.records];
    const cut = (record: Fields): Fields =>
      JSON.parse(JSON.stringify(record).replace('There is one file.', 'There is').replaceAll('"tide.ts"', '"tide"'));
    log.records.splice(0, log.records.length, ...whole.map(cut));
    const again = new LogDrawing();
    again.records.push(...whole);
    writeAgain(again);
    for (const record of again.records.slice(whole.length)) log.raw(record);
    const session = await sessionOf(log);
    expect(messages(session).map(([, , text]) => text)).toContain('There is one file.');
    expect(messages(session).map(([, , text]) => text)).not.toContain('There is');
    expect(session.tool_calls).toMatchObject([{ context_contribution: { full_content: 'tide.ts' } }]);
  });

  it('adds blocks and calls that only the copy has', async () => {
    const log = conversation();
    const whole = [...log.records];
    log.records.splice(1, 1);
    const again = new LogDrawing();
    again.records.push(...whole);
    writeAgain(again);
    for (const record of again.records.slice(whole.length)) log.raw(record);
    const session = await sessionOf(log);
    expect(messages(session).filter(([, , text]) => text === 'I look first.')).toHaveLength(1);
    expect(session.tool_calls).toHaveLength(1);
  });
});

it('finds copies in linear time however often the history says the same', async () => {
  const count = 60_000;
  const says = (text: string) => ({ type: 'user', message: { content: text } });
  const history = new RewrittenHistory();
  for (let seq = 1; seq <= 2 * count; seq += 1) history.noteSaid(says(seq <= count ? 'first' : 'second'), seq);
  history.beginChain('root', 2 * count);
  const passed: (number | undefined)[] = [];
  const took = await cpuMsOf(() => {
    for (let turn = 0; turn < count; turn += 1) passed.push(history.pass(says(turn % 2 === 0 ? 'second' : 'first')));
  });
  expect(passed.slice(0, 3)).toEqual([count + 1, 1, count + 1]);
  expect(took).toBeLessThan(2_000);
});
