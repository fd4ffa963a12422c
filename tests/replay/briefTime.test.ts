import { expect, test } from 'vitest';
import { briefOf, indexSession, type SessionIndex, timeHolders, timeShares } from '../../src/replay/index.ts';
import type { Session } from '../../src/session/index.ts';
import { longSession } from '../../stories/data/longSession.ts';
import { replaySession } from '../../stories/data/replaySession.ts';
import { sessionFromText } from '../helpers/sessionFromText.ts';

const drawn = (text: string): SessionIndex => indexSession(sessionFromText(text));

test('divides the time among tools, agents, the person and the model, without remainder', () => {
  const index = drawn(`
    0:00 user: Go
    0:10 Bash(sleep 20) 20s
    0:40 Task(look) 60s as explorer
      0:50 Grep(x) 10s
    1:50 assistant: Look at it.
    4:50 user: More
    5:00 assistant: No.`);
  expect(timeShares(index)).toEqual({ tools: 20_000, agents: 60_000, person: 180_000, model: 40_000, total: 300_000 });
});

test('counts time as the tool’s if a tool runs beside an agent, and no waiting if a person writes while the agent works', () => {
  const index = drawn(`
    0:00 user: Go
    0:00 Task(look) 60s as explorer
    0:10 Bash(sleep 20) 20s
    1:10 user(queued): hurry
    1:20 assistant: Yes.`);
  expect(timeShares(index)).toEqual({ tools: 20_000, agents: 40_000, person: 0, model: 20_000, total: 80_000 });
});

test('counts time after a command that the model ignores as the person’s', () => {
  const index = drawn(`
    0:00 user(command): /exit
    0:01 system(command): Bye!
    50:00 assistant(system): No response requested.
    50:20 user: Go on
    50:25 assistant: Done`);
  expect(timeShares(index)).toEqual({ tools: 0, agents: 0, person: 3_020_000, model: 5000, total: 3_025_000 });
  const busy = drawn(`
    0:00 user(command): /plan the parser
    0:20 assistant: This is the plan
    0:50 user: Go on`);
  expect(timeShares(busy)).toMatchObject({ model: 20_000, person: 30_000 });
});

test('counts the silence of a person who left as theirs, never as the model’s or an agent’s', () => {
  const approval = drawn(`
    0:00 user: Go
    0:10 thinking: I need a command
    40:10 Bash(make) 20s
    40:40 assistant: Done.`);
  expect(timeShares(approval)).toMatchObject({ person: 2_400_000, model: 20_000, tools: 20_000 });
  const ignored = drawn(`
    0:00 user: Hi
    14:00 user: Hi
    14:05 assistant: Hello.`);
  expect(timeShares(ignored)).toMatchObject({ person: 840_000, model: 5000 });
  const limit = drawn(`
    0:00 user: Go
    0:10 Bash(make) 10s
    0:25 notice(api_error): token expired
    7:00:00 user: Resume
    7:00:05 assistant: Yes.`);
  expect(timeShares(limit)).toMatchObject({ person: 25_175_000, model: 20_000 });
});

test('counts time after the last answer as the person’s, from where the reply ended', () => {
  const left = drawn(`
    0:00 user: Go
    0:10 assistant: Done.
    5:10 notice(info): Session ended`);
  expect(timeShares(left)).toEqual({ tools: 0, agents: 0, person: 300_000, model: 10_000, total: 310_000 });
  const cutOff = drawn(`
    0:00 user: Go
    0:10 assistant: I begin.
    0:12 thinking: What first?
    0:30 notice(info): Session ended`);
  expect(timeShares(cutOff)).toMatchObject({ person: 0, model: 30_000 });
  const long = sessionFromText(`
    0:00 user: Go
    0:10 assistant: A long text
    0:30 notice(info): Session ended`);
  const usage = (output: number, at: string): Session => ({
    ...long,
    events: [
      ...long.events.slice(0, 2),
      { event_id: 'tokens', seq: 2, type: 'usage', usage: { output }, at: `2026-01-25T10:${at}.000Z` },
      ...long.events.slice(2),
    ],
  });
  expect(timeShares(indexSession(usage(20, '00:18')))).toMatchObject({ person: 12_000, model: 18_000 });
  // Notes that a program writes in the model's name have no tokens.
  expect(timeShares(indexSession(usage(0, '00:18')))).toMatchObject({ person: 20_000, model: 10_000 });
});

test('a subagent that was resumed worked only while its items follow each other, and its calls count once', () => {
  const session = sessionFromText(`
    0:00 user: Go
    0:00 Task(build) 60s as builder
      0:10 Bash(make) 10s
      7:00:10 Bash(make) 10s
      7:00:30 Bash(make test) 10s
    1:10 assistant: It stopped.
    7:00:00 user: Resume
    7:00:00 Task(resume) 60s
    7:01:10 assistant: Done.`);
  const resumed = session.tool_calls[1];
  const sub = session.sub_sessions[0];
  if (resumed === undefined || sub === undefined) throw new Error('The calls are drawn');
  resumed.subagent_info = { subagent_type: 'builder', tool_uses: 2, sub_session_id: sub.sub_session_id };
  const index = indexSession(session);
  expect(timeShares(index)).toMatchObject({ agents: 120_000, person: 25_130_000 });
  expect(briefOf(index).agents).toMatchObject([{ name: 'builder', calls: 3, items: { length: 2 } }]);
});

test('notes that a program wrote late do not move the calls that they report', () => {
  const index = drawn(`
    0:00 user: Go
    1:00 Read(a) 1s
    2:00 Read(b) 1s
    3:00 assistant: Done.
    1:00 notice(hook): before a
    1:01 notice(hook): after a
    2:00 notice(hook): before b
    2:01 notice(hook): after b
    9:00 user: More
    9:05 assistant: Done.`);
  expect([...index.starts].slice(0, 4)).toEqual([0, 60_000, 120_000, 180_000]);
  expect(timeShares(index)).toMatchObject({ person: 360_000 });
});

test('a subagent whose log has another clock takes no longer than the call that started it', () => {
  const session = sessionFromText(`
    0:00 user: Go
    1:00 Task(build) 5s as builder
      1:01 Bash(make) 60s
    1:10 assistant: Done.`);
  const [call] = session.sub_sessions[0]?.tool_calls ?? [];
  if (call === undefined) throw new Error('The calls are drawn');
  call.started_at = '2020-01-01T00:00:00.000Z';
  call.ended_at = '2020-01-01T00:01:00.000Z';
  expect(timeShares(indexSession(session))).toMatchObject({ agents: 5000, total: 70_000 });
});

test('counts the wait at a checkpoint as the person’s, and says how long reaching the model took', () => {
  const index = drawn(`
    0:00 user: Go
    0:10 Checkpoint(plan) 20s
    0:30 notice(retry): overloaded
    0:35 notice(retry): overloaded
    0:45 notice(retry): overloaded
    0:50 assistant: Done.`);
  const time = timeShares(index);
  expect(time).toEqual({ tools: 0, agents: 0, person: 20_000, model: 30_000, total: 50_000, retrying: 15_000 });
  expect(timeHolders.reduce((sum, holder) => sum + time[holder], 0)).toBe(time.total);
});

test('says how long after its last item a session ended, as far as the log states it', () => {
  const ended = (completed_at: string, inferred: string[]): number | undefined => {
    const session = sessionFromText('0:00 user: Go\n0:01 Bash(make) 1m\n2:00 assistant: Done.');
    return timeShares(indexSession({ ...session, completed_at, inferred })).after;
  };
  expect(ended('2026-01-25T10:05:00.000Z', [])).toBe(180_000);
  // The session says when it was last written, and how long it took.
  expect(ended('2026-01-25T10:05:00.000Z', ['completed_at'])).toBe(180_000);
  expect(ended('2026-01-25T10:05:00.000Z', ['completed_at', 'summary.total_duration_ms'])).toBeUndefined();
  expect(ended('2026-01-25T10:02:00.900Z', [])).toBeUndefined();
  expect(ended('2026-01-25T10:01:00.000Z', [])).toBeUndefined();
});
test.each([
  ['the replay of the stories', replaySession],
  ['a long session', longSession(5000)],
  ['nothing', sessionFromText('@ title Nothing')],
])('divides the whole time of %s into four parts', (_, session) => {
  const time = timeShares(indexSession(session));
  expect(timeHolders.reduce((sum, holder) => sum + time[holder], 0)).toBeCloseTo(time.total, 3);
});

test.each([
  ['within the call', 2, 9, { tools: 3000, person: 7000 }],
  ['that begins before it', -5, 4, { tools: 6000, person: 4000 }],
  ['that ends after it', 8, 30, { tools: 8000, person: 2000 }],
])('counts the wait for leave to run a call as the person’s: one %s', (_, asked, answered, shares) => {
  const session = sessionFromText('0:10 Bash(make) 10s\n0:20 assistant: Done.');
  const [call] = session.tool_calls;
  if (call === undefined) throw new Error('The call is drawn');
  const at = (second: number): string => new Date(Date.parse(call.started_at) + 1000 * second).toISOString();
  call.approval = { asked_at: at(asked), answered_at: at(answered) };
  expect(timeShares(indexSession(session))).toEqual({ agents: 0, model: 0, total: 10_000, ...shares });
});

test('says where the log times prompts alone, so that it does not tell whose the time was', () => {
  const session = sessionFromText(`
    0:00 user: Build it
    0:00 Bash(make) 0ms
    0:00 assistant: Done.
    0:14 user: And now?
    0:14 assistant: Nothing.`);
  for (const event of session.events) if (event.type === 'message' && event.role === 'assistant') delete event.at;
  for (const call of session.tool_calls) call.inferred = ['started_at', 'ended_at', 'duration_ms'];
  const index = indexSession(session);
  const whole = { tools: 0, agents: 0, person: 14_000, model: 0, total: 14_000 };
  expect(timeShares(index)).toMatchObject({ ...whole, promptsAlone: true });
  for (const call of session.tool_calls) call.inferred = ['started_at', 'ended_at'];
  expect(timeShares(indexSession(session))).toEqual(whole);
});
