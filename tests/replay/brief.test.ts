import { expect, test } from 'vitest';
import {
  briefOf,
  briefSteps,
  indexSession,
  type SessionIndex,
  timeHolders,
  timeShares,
} from '../../src/replay/index.ts';
import { longSession } from '../../stories/data/longSession.ts';
import { replaySession } from '../../stories/data/replaySession.ts';
import { sessionFromText } from '../helpers/sessionFromText.ts';

const drawn = (text: string): SessionIndex => indexSession(sessionFromText(text));
const idsOf = (index: SessionIndex, items: readonly number[]): (string | undefined)[] =>
  items.map((at) => index.items[at]?.id);

test('counts the prompts of a person as asked, without commands, and the agent’s last message as answered', () => {
  const index = drawn(`
    0:00 user: Mend it
    0:01 assistant: I will.
    0:02 user(command): /compact
    0:03 user(hook): remember the rules
    0:04 user: And the docs
    0:05 assistant: Done.
    0:06 notice(hook): stop`);
  const { asked, answered, open } = briefOf(index);
  expect(asked.prompts).toHaveLength(2);
  expect(asked.commands).toHaveLength(1);
  expect(index.items[answered ?? -1]).toMatchObject({ event: { text: 'Done.' } });
  expect(open.prompt).toBeUndefined();
});

test('takes as the session’s subject its first prompt, or a command with arguments', () => {
  const firstOf = (text: string): unknown => {
    const index = drawn(text);
    const item = index.items[briefOf(index).asked.first ?? -1];
    return item?.is === 'event' && item.event.type === 'message' ? item.event.text : undefined;
  };
  expect(firstOf('0:00 user(command): /clear\n0:01 user(command): /plan the parser\n0:02 user: go on')).toBe(
    '/plan the parser',
  );
  expect(firstOf('0:00 user(command): /clear\n0:02 user: Mend it')).toBe('Mend it');
  expect(firstOf('0:00 user(command): /clear')).toBe('/clear');
  expect(firstOf('0:00 assistant: Hello')).toBeUndefined();
});

test('leaves open a prompt after which nothing was said or done, but not a command', () => {
  const left = drawn(`
    0:00 user: Mend it
    0:05 assistant: Done.
    0:06 user: And the docs
    0:07 notice(hook): noted`);
  expect(left.items[briefOf(left).open.prompt ?? -1]).toMatchObject({ event: { text: 'And the docs' } });
  const command = drawn(`
    0:00 user: Mend it
    0:05 assistant: Done.
    0:06 user(command): /exit`);
  expect(briefOf(command).open.prompt).toBeUndefined();
});

test('groups failures of one command, whatever its arguments, and counts those that succeeded later', () => {
  const index = drawn(`
    0:00 user: Go
    0:01 Bash(pnpm test src/a.test.ts) 1s failed: 1 failed
    0:03 Bash(pnpm test src/b.test.ts) 1s failed: 1 failed
    0:05 Bash(pnpm  test src/a.test.ts) 1s
    0:07 Edit(src/a.ts) 1s failed: String to replace not found: "foo"
    0:09 Edit(src/a.ts) 1s failed: String to replace not found: "bar"
    0:11 Edit(src/a.ts) 1s
    0:13 Bash(rm -rf /) denied: not today
    0:15 notice(api_error): overloaded`);
  const groups = briefOf(index).broke.map(({ cause, items, mended }) => ({
    kind: cause.kind,
    n: items.length,
    mended,
  }));
  expect(groups).toEqual([
    { kind: 'words', n: 2, mended: 2 },
    { kind: 'exit', n: 2, mended: 1 },
    { kind: 'agent', n: 1, mended: 0 },
    { kind: 'denied', n: 1, mended: 0 },
  ]);
});

test('puts every error of a session into one group', () => {
  for (const session of [replaySession, longSession(3000)]) {
    const index = indexSession(session);
    const counted = briefOf(index).broke.flatMap(({ items }) => items);
    expect([...counted].sort((a, b) => a - b)).toEqual([...index.landmarks.error]);
  }
});

test('lists the runs of a check command in order, and leaves open a check whose last run failed', () => {
  const index = drawn(`
    0:00 user: Go
    0:01 Bash(pnpm test) 1s failed: 1 failed
    0:03 Bash(ls) 1s
    0:05 Bash(cd web && pnpm run test) 1s
    0:07 Bash(npx tsc -p .) 1s failed: error`);
  const { checks, open } = briefOf(index);
  expect(checks.map(({ name, runs }) => [name, runs.map(({ outcome }) => outcome)])).toEqual([
    ['pnpm test', ['failed', 'succeeded']],
    ['tsc', ['failed']],
  ]);
  expect(open.check?.name).toBe('tsc');
  expect(idsOf(index, [open.check?.item ?? -1])).toEqual(['tool-004']);
});

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

test.each([
  ['the replay of the stories', replaySession],
  ['a long session', longSession(5000)],
  ['nothing', sessionFromText('@ title Nothing')],
])('divides the whole time of %s into four parts', (_, session) => {
  const time = timeShares(indexSession(session));
  expect(timeHolders.reduce((sum, holder) => sum + time[holder], 0)).toBeCloseTo(time.total, 3);
});

test('counts lines over all successful changes, and lists the files with most lines first', () => {
  const { changed } = briefOf(indexSession(replaySession));
  const lines = changed.files.map(({ added, removed }) => added + removed);
  expect(lines).toEqual([...lines].sort((a, b) => b - a));
  expect(changed.added).toBe(changed.files.reduce((sum, { added }) => sum + added, 0));
});

test('rests while computing the brief of a long session, and computes it once', () => {
  const index = indexSession(longSession(5000));
  const steps = briefSteps(index);
  let rests = 0;
  while (steps.next().done !== true) rests += 1;
  expect(rests).toBeGreaterThan(20);
  expect(briefOf(index)).toBe(briefOf(index));
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

test('lists started agents, even those of which the log has no run', () => {
  const session = sessionFromText(`
    0:00 user: Go
    0:01 Task(dig) 10s as explorer
      0:02 Grep(x) 1s
    0:12 Task(dig more) 10s as explorer
    0:23 Task(never) 1s denied: no`);
  const [, more] = session.tool_calls;
  if (more !== undefined) more.subagent_info = { subagent_type: 'explorer', tool_uses: 7 };
  const index = indexSession(session);
  expect(briefOf(index).agents).toMatchObject([{ name: 'explorer', runs: [1], calls: 8 }]);
  expect(idsOf(index, briefOf(index).agents[0]?.items ?? [])).toEqual(['tool-001', 'tool-002']);
});

test('takes the result of a background check from its last poll, and leaves it unknown without one', () => {
  const session = sessionFromText(`
    0:00 user: Go
    0:01 exec_command(pnpm test) 1s
    0:05 write_stdin() 1s
    0:10 exec_command(pnpm test) 1s`);
  const [first, poll, second] = session.tool_calls;
  for (const call of [first, second]) {
    if (call === undefined) throw new Error('The calls are drawn');
    call.outcome = 'unknown';
    call.input = { params: { cmd: 'pnpm test' } };
  }
  if (first === undefined || poll === undefined) throw new Error('The calls are drawn');
  first.output.result = { runs_on_as: '7' };
  poll.input = { params: { session_id: 7 } };
  poll.output.result = { exit_code: 0 };
  const [check] = briefOf(indexSession(session)).checks;
  expect(check?.runs.map(({ outcome }) => outcome)).toEqual(['succeeded', 'unknown']);
  poll.outcome = 'failed';
  poll.output.result = { exit_code: 1 };
  expect(briefOf(indexSession(session)).checks[0]?.runs[0]?.outcome).toBe('failed');
});
