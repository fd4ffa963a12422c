import { expect, test } from 'vitest';
import { briefOf, indexSession, type SessionIndex } from '../../src/replay/index.ts';
import { longSession } from '../../stories/data/longSession.ts';
import { replaySession } from '../../stories/data/replaySession.ts';
import { sessionFromText } from '../helpers/sessionFromText.ts';

const drawn = (text: string): SessionIndex => indexSession(sessionFromText(text));
const idsOf = (index: SessionIndex, items: readonly number[]): (string | undefined)[] =>
  items.map((at) => index.items[at]?.id);

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

test('names the most frequent failure first, even where it is mended, before what is not mended', () => {
  const index = drawn(`
    0:00 user: Go
    0:01 Edit(src/a.ts) 1s failed: not found
    0:03 Edit(src/a.ts) 1s failed: not found
    0:05 Edit(src/a.ts) 1s failed: not found
    0:07 Edit(src/a.ts) 1s
    0:09 Bash(deploy) 1s failed: no
    0:11 Bash(grep a b) 1s failed: Exit code 1
    0:13 Bash(grep a b) 1s failed: Exit code 1
    0:15 Bash(grep a b) 1s failed: Exit code 1
    0:17 Bash(grep a b) 1s failed: Exit code 1`);
  const groups = briefOf(index).broke.map(({ cause, items }) => [cause.kind, items.length]);
  expect(groups).toEqual([
    ['words', 3],
    ['exit', 1],
    ['nothing', 4],
  ]);
});

test('takes two spellings of a path, and of a program, for one', () => {
  const session = sessionFromText(`
    0:00 user: Go
    0:01 Bash(pytest test/test_a.py -v) 1s failed: 1 failed
    0:03 Bash(pytest /repo/test/test_a.py -v) 1s
    0:05 Bash(pip3 install x) 1s failed: externally managed
    0:07 Bash(source venv/bin/activate && pip install x) 1s
    0:09 Bash(python tools/count.py 3) 1s failed: python: not found
    0:11 Bash(python3.12 tools/count.py 3) 1s
    0:13 Bash(py -m app) 1s failed: No module named app
    0:15 Bash(python3 -m app) 1s
    0:17 Bash(node18 a.js) 1s failed: SyntaxError
    0:19 Bash(nodejs a.js) 1s
    0:21 Bash(python3 a.py) 1s failed: ImportError
    0:23 Bash(python3 b.py) 1s`);
  const index = indexSession({ ...session, environment: { ...session.environment, cwd: '/repo' } });
  expect(briefOf(index).fates).toEqual({ mended: 5, left: 1, nothing: 0 });
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
    ['repeated', 1],
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
      ['repeated', 2],
    ]),
  );
});

test('tells whether a log has calls', () => {
  expect(briefOf(drawn('0:00 user: Go\n0:01 assistant: Done.')).hasCalls).toBe(false);
  expect(briefOf(drawn('0:00 user: Go\n0:01 Read(a.ts) 1s\n0:02 assistant: Done.')).hasCalls).toBe(true);
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
      ['repeated', 1],
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

test('counts each check of a command by itself, and mends the one that failed', () => {
  const index = drawn(`
    0:00 user: Go
    0:01 Bash(ruff check . && pytest) 1s failed: 1 failed in 0.31s
    0:03 Bash(ruff check .) 1s
    0:05 Bash(pytest) 1s
    0:07 Bash(pytest && ruff check .) 1s failed: Found 2 errors.`);
  const { checks, broke, open } = briefOf(index);
  expect(checks.map(({ name, runs }) => [name, runs.map(({ outcome }) => outcome)])).toEqual([
    ['pytest', ['failed', 'succeeded', 'succeeded']],
    ['ruff', ['succeeded', 'succeeded', 'failed']],
  ]);
  expect(broke.map(({ cause, mended, mends }) => [cause, mended, idsOf(index, mends)])).toEqual([
    [{ kind: 'exit', name: 'ruff' }, 0, []],
    [{ kind: 'exit', name: 'pytest' }, 1, ['tool-003']],
  ]);
  expect(open.check?.name).toBe('ruff');
});

test('names a search that found nothing, also where it hides its errors behind others', () => {
  const { broke } = briefOf(
    drawn(
      '0:00 user: Go\n0:01 Bash(git ls-files docs 2>/dev/null && cat a.txt | grep docs 2>/dev/null) 1s failed: Exit code 1',
    ),
  );
  expect(broke.map(({ cause }) => cause)).toEqual([{ kind: 'nothing', name: 'grep' }]);
});
