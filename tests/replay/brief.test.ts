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
  // What is not mended comes first.
  expect(groups).toEqual([
    { kind: 'exit', n: 2, mended: 1 },
    { kind: 'agent', n: 1, mended: 0 },
    { kind: 'denied', n: 1, mended: 0 },
    { kind: 'words', n: 2, mended: 2 },
  ]);
  expect(briefOf(index).fates).toEqual({ mended: 3, left: 1, nothing: 0 });
});

test('names the part of a command that failed, else the whole command', () => {
  const index = drawn(`
    0:00 user: Go
    0:01 Bash(ls x && node y) 1s failed: ls: x: No such file or directory
    0:03 Bash(deploy && node y) 1s failed: it broke`);
  const causes = briefOf(index).broke.map(({ cause }) => cause);
  expect(causes).toEqual([
    { kind: 'exit', name: 'deploy && node y' },
    { kind: 'exit', name: 'ls' },
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

test('notes that a program wrote late do not move the calls that they tell of', () => {
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

test('tells apart files of the project, plans of the agent, and what commands seem to have written', () => {
  const index = drawn(`
    0:00 user: Go
    0:01 Write(/home/dev/.claude/plans/calm-fox.md) 1s
    0:02 Edit(/repo/b.ts) 1s
    0:03 Edit(/repo/a.ts) 1s
    0:05 Edit(/repo/a.ts) 1s
    0:06 Bash(cat > src/new.ts <<'EOF') 1s
    0:07 Bash(sed -i s/a/b/ a.ts) 1s
    0:08 Bash(make > /dev/null) 1s
    0:09 Bash(mv c.ts > d.ts) failed: no`);
  const { changed } = briefOf(index);
  expect(changed.order).toBe('edits');
  expect(changed.files.map(({ path, items }) => [path, items.length])).toEqual([
    ['/repo/a.ts', 2],
    ['/repo/b.ts', 1],
  ]);
  expect(changed.plans.map(({ path }) => path)).toEqual(['/home/dev/.claude/plans/calm-fox.md']);
  expect(changed.byCommands.map(({ path, items }) => [path, idsOf(index, items)])).toEqual([
    ['src/new.ts', ['tool-005']],
  ]);
  expect(changed.told).toBe(true);
  expect(briefOf(drawn('0:00 user: Go\n0:01 assistant: I did.')).changed.told).toBe(false);
});

test('counts all lines of a long write, of which the session holds only the ends', () => {
  const session = sessionFromText('0:00 user: Go\n0:01 Write(/repo/a.ts) 1s');
  const [call] = session.tool_calls;
  if (call === undefined) throw new Error('The call is drawn');
  call.input.params.content = 'first\n…\nlast\n';
  call.content_refs = [
    { pointer: '/input/params/content', sha256: '0'.repeat(64), bytes: 9000, lines: 545, path: 'a.txt' },
  ];
  expect(briefOf(indexSession(session)).changed.added).toBe(545);
});

test('a search without a match stands apart from the failures, and a report of a failed command counts once', () => {
  const session = sessionFromText(`
    0:00 user: Go
    0:01 Bash(grep -n x a.ts) 1s failed: Exit code 1
    0:03 Bash(make) 1s failed: Exit code 2
    0:05 notice(error): 2026-01-25 ERROR router: error=Exit code: 2
    0:06 notice(error): overloaded`);
  const index = indexSession(session);
  expect(briefOf(index).broke.map(({ cause, items }) => [cause.kind, items.length])).toEqual([
    ['agent', 1],
    ['exit', 1],
    ['told', 1],
    ['nothing', 1],
  ]);
});

test('finds every later success of the same command, whatever is set for it, piped or said in it', () => {
  const index = drawn(`
    0:00 user: Go
    0:01 Bash(go test ./a) 1s failed: 1 failed
    0:03 Bash(CACHE=/c go test ./...) 1s failed: 1 failed
    0:05 Bash(git commit -m one) 1s failed: hook
    0:07 AskUserQuestion(a) 1s failed: too long
    0:09 AskUserQuestion(b) 1s
    0:11 Bash(git add . && git commit -m two) 1s
    0:13 Bash(go test ./... -count=1) 1s`);
  expect(briefOf(index).broke.every(({ items, mended }) => mended === items.length)).toBe(true);
});

test('names agents that the log only waited for, and marks a type that the source does not name', () => {
  const waited = drawn('0:00 user: Go\n0:01 wait_agent() 1s\n0:03 wait_agent() 1s\n0:05 assistant: Done.');
  expect(briefOf(waited).agents).toMatchObject([{ name: undefined, waits: 2 }]);
  const session = sessionFromText('0:00 user: Go\n0:01 Task(dig) 1s\n0:05 assistant: Done.');
  const [call] = session.tool_calls;
  if (call === undefined) throw new Error('The call is drawn');
  call.subagent_info = { subagent_type: 'general-purpose', tool_uses: 1 };
  call.inferred = ['subagent_info.subagent_type'];
  expect(briefOf(indexSession(session)).agents).toMatchObject([{ name: 'general-purpose', inferred: true }]);
});

test('counts a report of a failed or denied call once with it, and any other report by itself', () => {
  const session = sessionFromText(`
    0:00 user: Go
    0:01 Bash(make all) 1s failed: no rule to make it
    0:03 Bash(rm "-rf" build) denied: not today
    0:05 notice(error): first
    0:06 notice(error): second
    0:07 notice(error): third`);
  const texts = [
    'ERROR tools::router: error=Exit code: 2\nWall time: 1 seconds\nOutput:\nno rule to make it',
    'ERROR tools::router: error=`rm \\"-rf\\" build` rejected: blocked',
    'ERROR tools::router: error=Exit code: 1\nWall time: 1 seconds\nOutput:\nsomething else',
  ];
  for (const event of session.events) if (event.type === 'notice') event.text = texts.shift() ?? '';
  const causes = briefOf(indexSession(session)).broke.map(({ cause, items }) => [cause.kind, items.length]);
  expect(causes).toHaveLength(4);
  // the failed call, the report of one that is not in the log, the denied call, two reports
  expect(causes).toEqual(
    expect.arrayContaining([
      ['exit', 1],
      ['exit', 1],
      ['denied', 1],
      ['told', 2],
    ]),
  );
});

test('tells how many agents used tokens that the log does not give', () => {
  const session = sessionFromText(`
    0:00 user: Go
    0:01 Task(look) 10s as explorer
      0:02 usage: input 100, output 20
    0:12 Task(look) 10s as explorer
    0:23 Task(look) 10s as explorer`);
  const counted = session.sub_sessions[0];
  const stated = session.tool_calls[1];
  if (counted === undefined || stated?.subagent_info === undefined) throw new Error('They are drawn');
  counted.usage = { input: 100, output: 20 };
  stated.subagent_info.tokens_used = 500;
  expect(briefOf(indexSession(session)).agentTokens).toEqual({ added: 120, uncounted: 2, stated: 500 });
  expect(briefOf(drawn('0:00 user: Go')).agentTokens).toEqual({
    added: undefined,
    uncounted: 0,
    stated: undefined,
  });
});

test('tells that a log without calls cannot tell what was left open', () => {
  expect(briefOf(drawn('0:00 user: Go\n0:01 assistant: Done.')).changed.told).toBe(false);
  expect(briefOf(drawn('0:00 user: Go\n0:01 Read(a.ts) 1s\n0:02 assistant: Done.')).changed.told).toBe(true);
});

test('shows of the first prompt what the person wrote', () => {
  const session = sessionFromText('0:00 user: Go');
  const [first] = session.events;
  if (first?.type !== 'message') throw new Error('It is drawn');
  first.text = '<environment_context>\n<cwd>/repo</cwd>\n</environment_context>\nMend the parser';
  expect(briefOf(indexSession(session)).asked.text).toBe('Mend the parser');
});

test('counts the wait at a checkpoint as the person’s, and tells how long reaching the model took', () => {
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

test('the fates of failures add up to the failed calls, whatever else the agent’s program reports', () => {
  const session = sessionFromText(`
    0:00 user: Go
    0:01 Bash(make all) 1s failed: no rule to make it
    0:03 Bash(grep -n x a.ts) 1s failed: Exit code 1
    0:05 Bash(go test ./a) 1s failed: 1 failed
    0:07 Bash(go test ./a) 1s
    0:09 notice(error): ERROR tools::router: error=Exit code: 3 Output: something else`);
  const { fates, totals, broke } = briefOf(indexSession(session));
  expect(fates).toEqual({ mended: 1, left: 1, nothing: 1 });
  expect(fates.mended + fates.left + fates.nothing).toBe(totals.failed.main);
  expect(broke.find(({ cause }) => cause.kind === 'exit' && cause.name === undefined)?.items).toHaveLength(1);
});

test('counts an error in the run of an agent once with the call that started it and says the same', () => {
  const session = sessionFromText(`
    0:00 user: Go
    0:01 Task(look) 10s failed: the model has no such effort
      0:02 notice(error): the model has no such effort
    0:12 Task(look) 10s failed: stopped
      0:13 notice(error): overloaded`);
  const causes = briefOf(indexSession(session)).broke.map(({ cause, items }) => [cause.kind, items.length]);
  expect(causes).toEqual(
    expect.arrayContaining([
      ['told', 1],
      ['agent', 1],
    ]),
  );
});

test('names a failed command by what it does in a folder, not by the folder', () => {
  const index = drawn(`
    0:00 user: Go
    0:01 Bash(cd /home/dev/a/long/way/down && alpha one && beta two) 1s failed: no`);
  expect(briefOf(index).broke[0]?.cause).toEqual({ kind: 'exit', name: 'alpha one && beta two' });
});

test('tells files that only the log’s summary names, and who took part in a session of several agents', () => {
  const session = sessionFromText('0:00 user: Go\n0:01 Edit(/repo/src/a.ts) 1s');
  session.summary.files_created = ['docs/plan.md'];
  session.summary.files_modified = ['src/a.ts', 'docs/plan.md'];
  session.collaboration = {
    mode: 'multi_agent',
    participants: [{ agent_id: 'dev-1', agent_type: 'developer' }, { agent_id: 'lead' }, 'nobody', {}],
  };
  const { changed, participants } = briefOf(indexSession(session));
  expect(changed.stated).toEqual(['docs/plan.md']);
  expect(participants).toEqual(['developer', 'lead']);
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

test('knows what perl and ruby write in place', () => {
  const { byCommands } = briefOf(
    drawn(`
    0:00 user: Go
    0:01 Bash(perl -0pi -e 's/a/b/' src/one.ts) 1s
    0:03 Bash(ruby -i.bak -pe 'x' src/two.rb) 1s
    0:05 Bash(perl -ne 'print' src/three.ts) 1s`),
  ).changed;
  expect(byCommands.map(({ path }) => path)).toEqual(['src/one.ts', 'src/two.rb']);
});

test('takes a path with backslashes and one with slashes for one file', () => {
  const session = sessionFromText(
    '@ cwd C:\\work\\shop\n0:00 user: Go\n0:01 Write(C:\\work\\shop\\docs\\plan.md) 1s\n0:03 Bash(echo more >> docs/plan.md) 1s',
  );
  session.summary.files_created = ['docs/plan.md'];
  const { changed } = briefOf(indexSession(session));
  expect(changed.files).toHaveLength(1);
  expect(changed.stated).toEqual([]);
  expect(changed.byCommands).toEqual([]);
});

test('tells how long after its last item a session ended, as far as the log states it', () => {
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
