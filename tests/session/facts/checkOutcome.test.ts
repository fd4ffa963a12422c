import { describe, expect, test } from 'vitest';
import { checkOutcome, failedPart, foundNothing } from '../../../src/session/facts/checkOutcome.ts';
import { checksOf } from '../../../src/session/facts/checksOf.ts';
import { commandAims, commandName, hidesExit } from '../../../src/session/facts/commandPurpose.ts';
import type { ToolCall } from '../../../src/session/index.ts';

function bash(command: string, text: string, exit_code = 0): ToolCall {
  return {
    call_id: 'tool-001',
    seq: 1,
    tool_name: 'Bash',
    tool_category: 'action',
    started_at: '2026-01-25T10:00:00.000Z',
    duration_ms: 0,
    input: { params: { command } },
    outcome: exit_code === 0 ? 'succeeded' : 'failed',
    output: {
      status: exit_code === 0 ? 'success' : 'failed',
      result: { text, exit_code },
      ...(exit_code === 0 ? {} : { error: `Exit code ${exit_code}` }),
    },
  } as unknown as ToolCall;
}

describe('checkOutcome', () => {
  test.each([
    ['pnpm build 2>&1 | tail -5', 'src/a.ts(3,1): error TS2352: Conversion may be a mistake.', 'failed'],
    ['go test ./... ; echo EXIT:$?', 'ok  \texample/a\t0.1s\nEXIT:1', 'failed'],
    ['go test ./... ; echo EXIT:$?', '--- FAIL: TestB (0.00s)\nEXIT:0', 'succeeded'],
    ['go test ./... | tail', 'ok  \texample/a\t0.1s\nFAIL\texample/b\t0.2s', 'failed'],
    ['go test ./... | tail', 'ok  \texample/a\t0.1s', 'succeeded'],
    ['npx vitest run | tail -3', ' Test Files  1 failed | 3 passed (4)', 'failed'],
    ['npx vitest run | tail -3', '      Tests  12 passed (12)', 'succeeded'],
    ['npx jest || true', 'Tests:       2 failed, 8 passed, 10 total', 'failed'],
    ['pytest -q | tail -1', '=== 1 failed, 9 passed in 0.31s ===', 'failed'],
    ['pytest -q | tail -1', '10 passed in 0.31s', 'succeeded'],
    ['ruff check --fix . | tail', 'Found 7 errors (7 fixed, 0 remaining).', 'succeeded'],
    ['ruff check --fix . | tail', 'Found 7 errors (5 fixed, 2 remaining).', 'failed'],
    ['cargo test 2>&1 | grep result', 'test result: FAILED. 3 passed; 1 failed', 'failed'],
    ['cargo build 2>&1 | tail', 'error[E0308]: mismatched types', 'failed'],
    ['npm run build | tail -3', 'npm error command failed', 'failed'],
    ['npm run build | tail -3', 'Waiting for the debugger to disconnect...', 'unknown'],
    ['npx tsc --noEmit | head', '', 'unknown'],
    ['node --check a.mjs && echo SYNTAX OK; ls', 'SYNTAX OK\na.mjs', 'succeeded'],
    ['pnpm lint || echo not clean', 'not clean', 'failed'],
    ['CACHE=$(pwd)/.cache pnpm test; ls', '', 'unknown'],
    ['npx vitest run | tail', '\u001b[2m      Tests \u001b[22m \u001b[32m12 passed\u001b[39m (12)', 'succeeded'],
    ['bun test | tail -4', ' 12 pass\n 0 fail\n 30 expect() calls', 'succeeded'],
    ['bun test | tail -4', ' 11 pass\n 1 fail\n 30 expect() calls', 'failed'],
    ['npx playwright test | tail -2', '  5 passed (3.2s)', 'succeeded'],
    ['npx playwright test | tail -2', '  1 failed\n  4 passed (3.2s)', 'failed'],
    ['npx biome check . | tail', 'Checked 8 files in 17ms. No fixes applied.', 'succeeded'],
    ['npx eslint . | tail', '✖ 2 problems (0 errors, 2 warnings)', 'succeeded'],
    ['golangci-lint run | tail', '1 issues:\n* goconst: 1', 'failed'],
    ['golangci-lint run | tail', '0 issues.', 'succeeded'],
    ['pytest -q | head', 'FF  [100%]\n======= FAILURES =======', 'failed'],
    ['python -m unittest | tail', 'Ran 3 tests in 0.1s\n\nFAILED (failures=1)', 'failed'],
    ['mvn test | tail', '[INFO] BUILD SUCCESS', 'succeeded'],
    ['mvn test | tail', '[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0', 'failed'],
    ['./gradlew test | tail', 'FAILURE: Build failed with an exception.', 'failed'],
    ['dotnet test | tail', 'Failed!  - Failed:     1, Passed:     2, Skipped:     0', 'failed'],
    ['dotnet test | tail', 'Passed!  - Failed:     0, Passed:     2, Skipped:     0', 'succeeded'],
    ['bundle exec rspec | tail -3', '3 examples, 1 failure', 'failed'],
    ['bundle exec rspec | tail -3', '3 examples, 0 failures', 'succeeded'],
    ['phpunit | tail', 'FAILURES!\nTests: 3, Assertions: 3, Failures: 1.', 'failed'],
    ['yarn build | tail -2', 'Done in 3.21s.', 'succeeded'],
    ['make test | tail -2', 'make: *** [Makefile:3: test] Error 1', 'failed'],
    // `head` cut the output: what follows may have failed
    ['pnpm check | head -3', '> check\n> biome check && tsc\nChecked 8 files in 17ms. No fixes applied.', 'unknown'],
    // the exit code that is printed is that of grep
    ['go test ./... | grep -v "^ok"; echo "EXIT $?"', 'EXIT 1', 'unknown'],
    ['go test ./... | grep -v "^ok"; echo "EXIT $pipestatus[1]"', 'EXIT 1', 'failed'],
  ])('reads from the output of %s what became of it: %s', (command, text, outcome) => {
    expect(checkOutcome(bash(command, text))).toEqual({ outcome, inferred: outcome !== 'unknown' });
  });

  test('believes an exit code that nothing hides, whatever is printed', () => {
    expect(checkOutcome(bash('pnpm test', 'error TS1: of a fixture'))).toEqual({
      outcome: 'succeeded',
      inferred: false,
    });
    expect(checkOutcome(bash('set -o pipefail; pnpm test | tail', '1 failed'))).toEqual({
      outcome: 'succeeded',
      inferred: false,
    });
    expect(checkOutcome(bash('CACHE=$(pwd)/.c pnpm test', '')).inferred).toBe(false);
    expect(checkOutcome(bash('cd web && pnpm test', '', 1))).toEqual({ outcome: 'failed', inferred: false });
  });

  test('takes a run of tests that printed nothing as no outcome, even if it succeeded', () => {
    const none = { outcome: 'unknown', inferred: false };
    expect(checkOutcome(bash('npx vitest run 2>&1', 'No output'))).toEqual(none);
    expect(checkOutcome(bash('npx vitest run; echo "EXIT: $?"', 'EXIT: 0'))).toEqual(none);
    expect(checkOutcome(bash('node --version && npx vitest run', 'v22.15.0'))).toEqual(none);
    expect(checkOutcome(bash('npx vitest run > out.txt', '')).outcome).toBe('succeeded');
    expect(checkOutcome(bash('npx tsc --noEmit', '(no output)')).outcome).toBe('succeeded');
  });

  test('believes a success behind which further commands ran only because of it', () => {
    const told = { outcome: 'succeeded', inferred: false };
    expect(checkOutcome(bash('go build -o app . && ./app | head -3', 'hello'))).toEqual(told);
    expect(checkOutcome(bash('go build . && go test ./... | head -3', '')).outcome).toBe('unknown');
  });

  test('blames no check for another part of its command', () => {
    const failed = (command: string, text: string): unknown => checkOutcome(bash(command, text, 1));
    expect(failed('cd web && pnpm test', 'bash: line 1: cd: web: No such file or directory')).toEqual({
      outcome: 'unknown',
      inferred: false,
    });
    expect(failed('pnpm lint && git commit -m x', 'nothing to commit, working tree clean')).toEqual({
      outcome: 'succeeded',
      inferred: true,
    });
    expect(failed('pnpm test; node a.js', 'Error: no file')).toEqual({ outcome: 'unknown', inferred: false });
    expect(failed('pnpm lint && node a.js', 'it broke')).toEqual({ outcome: 'unknown', inferred: false });
  });

  test('takes a search of the output that finds nothing as no outcome', () => {
    expect(checkOutcome(bash('pnpm test | grep FAIL', '', 1)).outcome).toBe('unknown');
  });
});

test('knows whether a command hides the exit code of its check', () => {
  const hidden = ['pnpm test | tail', 'pnpm test; echo done', 'pnpm test || true', "bash -lc 'go vet ./... | head'"];
  const told = ['pnpm test', 'cd a; pnpm test', 'pnpm lint && git commit -m x', '(pnpm test) && echo ok', 'ls | wc'];
  expect(hidden.filter((each) => !hidesExit(each))).toEqual([]);
  expect(told.filter(hidesExit)).toEqual([]);
});

test('takes a search or comparison that ends with 1 and prints nothing as no match', () => {
  const none = ['grep -n x a.ts', 'rg x', 'diff a b', 'test -f a', 'cat a | grep x', 'git grep x'];
  expect(none.filter((each) => !foundNothing(bash(each, '', 1)))).toEqual([]);
  expect(foundNothing(bash('rg x a.ts', 'Exited with code 1 · printed nothing', 1))).toBe(true);
  expect(foundNothing(bash('grep x a.ts', '(no output)\n\nCommand exited with code 1', 1))).toBe(true);
  expect(foundNothing(bash('grep x a.ts', 'grep: a.ts: No such file', 2))).toBe(false);
  expect(foundNothing(bash('diff a b', '1c1\n< a', 1))).toBe(false);
  expect(foundNothing(bash('pnpm test', '', 1))).toBe(false);
  // the looks before it printed
  expect(foundNothing(bash('cd a && git ls-files b && cat c | grep x', 'b/one', 1))).toBe(true);
  expect(foundNothing(bash('git ls-files b && cat c | grep x', 'cat: c: No such file', 1))).toBe(false);
  expect(foundNothing(bash('node a.js && grep x c', 'one', 1))).toBe(false);
  expect(foundNothing(bash('git ls-files b && diff a c', '1c1\n< a', 1))).toBe(false);
});

test('gives runs of one check the same aim, whatever is set, piped or chosen by options', () => {
  const aims = [
    'go test ./...',
    'GOCACHE=$(pwd)/.cache go test ./... -count=1',
    "bash -lc 'go test ./...; echo EXIT:$?'",
  ];
  expect(aims.map((each) => commandAims(each)[0])).toEqual(
    aims.map(() => ({ aim: 'go test', whole: true, check: 'go test' })),
  );
  expect(commandAims('pnpm test src/a.test.ts | tail')[0]).toMatchObject({
    aim: 'pnpm test src/a.test.ts',
    whole: false,
  });
  expect(commandAims('git commit -m "one"')[0]?.aim).toBe(commandAims('git add a && git commit -m "two"')[1]?.aim);
  expect(commandAims('git add a; git commit -m "two"')).toHaveLength(1);
});

test.each([
  ['if [ -f a ]; then pnpm test; fi', 'pnpm test'],
  ['npx tsx scripts/measure.ts --all', 'tsx measure.ts'],
  ['npx --yes tsc -p .', 'tsc'],
  ['bash scripts/release.sh --dry', 'release.sh'],
  ['$i=0; Get-Content a.txt', 'get-content'],
])('names %s by what it runs', (command, name) => expect(commandName(command)).toBe(name));

describe('checksOf', () => {
  const ran = (command: string, text: string, exit_code = 0): string[] =>
    checksOf(bash(command, text, exit_code)).map(({ name, outcome, inferred }) =>
      [name, outcome, ...(inferred ? ['inferred'] : [])].join(' '),
    );
  const pytest = { passed: '9 passed in 0.31s', failed: '1 failed, 8 passed in 0.31s' };
  const ruff = { passed: 'All checks passed!', failed: 'Found 2 errors.' };

  test.each([
    // the exit code speaks for all of a chain, or of what stands behind the last semicolon
    ['pytest && ruff check .', pytest.passed, 0, ['pytest succeeded', 'ruff succeeded']],
    ['pytest; tsc -p .', pytest.failed, 0, ['pytest failed inferred', 'tsc succeeded']],
    ['tsc -p .\npytest', pytest.passed, 0, ['tsc unknown', 'pytest succeeded']],
    ['pytest || ruff check .', pytest.failed, 0, ['pytest failed inferred', 'ruff succeeded']],
    // each by its own lines
    [
      'pytest -q | tail -2 && ruff check . | tail -2',
      `${pytest.passed}\n${ruff.failed}`,
      0,
      ['pytest succeeded inferred', 'ruff failed inferred'],
    ],
    [
      'pytest -q | tail -2; ruff check . | tail -2',
      `${pytest.failed}\n${ruff.passed}`,
      0,
      ['pytest failed inferred', 'ruff succeeded inferred'],
    ],
    [
      'npm run lint | tail; npm test | tail',
      '✖ 2 problems (1 error, 1 warning)\n      Tests  3 passed (3)',
      0,
      ['npm lint failed inferred', 'npm test succeeded inferred'],
    ],
    // two that may have printed it
    ['npm test | tail; yarn test | tail', '      Tests  1 failed (3)', 0, ['npm test unknown', 'yarn test unknown']],
    // what stands behind a failed part did not run
    ['pytest && ruff check .', pytest.failed, 1, ['pytest failed']],
    ['pytest && ruff check .', `${pytest.passed}\n${ruff.failed}`, 1, ['pytest succeeded inferred', 'ruff failed']],
    [
      'pytest | tail -2 && ruff check .',
      `${pytest.failed}\n${ruff.failed}`,
      1,
      ['pytest failed inferred', 'ruff failed'],
    ],
    ['tsc -p . && node a.js && pytest', 'it broke', 1, ['tsc unknown']],
    [
      'pytest && ruff check . && git commit -m x',
      'nothing to commit',
      1,
      ['pytest succeeded inferred', 'ruff succeeded inferred'],
    ],
    ['cd web && pytest && tsc', 'bash: line 1: cd: web: No such file or directory', 1, ['pytest unknown']],
    // a later run of the same check
    ['ruff check --fix . && pytest && ruff check .', pytest.passed, 0, ['ruff succeeded', 'pytest succeeded']],
    ['go build ./... && go test ./... | grep x; echo "EXIT $?"', 'EXIT 1', 0, ['go build unknown']],
    [
      'go build . && go test ./...; echo "EXIT $?"',
      'ok  \ta\t0.1s\nEXIT 0',
      0,
      ['go build succeeded inferred', 'go test succeeded inferred'],
    ],
  ])('%s, which printed %j and ended with %j', (command, text, code, expected) =>
    expect(ran(command, text, code)).toEqual(expected),
  );
});

function failed(command: string, text = ''): string | undefined {
  const output = { status: 'failed', result: { text }, error: 'Exit code 1' };
  return failedPart({ tool_name: 'Bash', input: { params: { command } }, output } as unknown as ToolCall)?.name;
}

test.each([
  ['node a.js', '', 'node a.js'],
  // the program says its name
  ['ls x && node y', "ls: cannot access 'x': No such file or directory", 'ls'],
  ['ls x && node y', 'Error: it broke', 'node y'],
  ['cd web && pnpm build', 'bash: line 1: cd: web: No such file or directory', 'cd'],
  ['cd app && bun tsc', '/bin/bash: line 1: bun: command not found', 'bun tsc'],
  ['node a.js && rg x', 'zsh:1: command not found: rg', 'rg'],
  ['mkdir -p a && cp b a', 'cp: b: No such file or directory', 'cp'],
  // the last command gives the exit code
  ['node a.js; deploy', 'it broke', 'deploy'],
  ['node a.js || deploy', 'it broke', 'deploy'],
  ['git diff | python3 check.py', 'it broke', 'python3 check.py'],
  ['pnpm test | tail -3', '1 failed', 'pnpm test'],
  // a line that only one of them prints
  ['git add a && git commit -m x', 'nothing to commit, working tree clean', 'git commit'],
  ['git add a && git commit -m x', 'The hook says no', 'git commit'],
  ['deploy && python3 a.py', 'Traceback (most recent call last):', 'python3 a.py'],
  ['deploy && pnpm test', '      Tests  1 failed (1)', 'pnpm test'],
  ['pytest && ruff check .', 'Found 2 errors.', 'ruff'],
  ['pytest && ruff check .', '1 failed in 0.31s', 'pytest'],
  ['pytest | tail -1 && ruff check .', '1 failed in 0.31s\nFound 2 errors.', 'ruff'],
  ["bash -lc 'cd a && deploy'", 'it broke', 'deploy'],
])('of %j, which printed %j, %s failed', (command, text, name) => expect(failed(command, text)).toBe(name));

test.each([
  ['deploy && node y', 'it broke'],
  ['ls x 2>/dev/null && node y', ''],
  ['set -e; deploy; node y', 'it broke'],
  ['for f in a b; do deploy $f; node $f; done', 'it broke'],
])('blames no part of %j, which printed %j', (command, text) => expect(failed(command, text)).toBeUndefined());
