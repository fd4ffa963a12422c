import { expect, test } from 'vitest';
import { outputExcerpt } from '../../../src/components/shared/call/outputExcerpt.ts';
import { failureReason } from '../../../src/session/facts/callOutcome.ts';
import { createBuilders } from '../../../stories/data/builders.ts';

const { call } = createBuilders();

const failed = (more: Parameters<typeof call>[2]) => call('Bash', 'action', { outcome: 'failed', ...more });

test.each([
  ['the first line of the error', { error: 'blocked by hook\nmore' }, { kind: 'words', text: 'blocked by hook' }],
  [
    'an error in a wrapper',
    { error: '<tool_use_error>Not found.</tool_use_error>' },
    { kind: 'words', text: 'Not found.' },
  ],
  ['an unfinished wrapper', { error: '<tool_use_error>Not' }, { kind: 'words', text: '<tool_use_error>Not' }],
  ['an exit code in words', { error: 'Exit code 127\nnot found' }, { kind: 'exit', code: 127 }],
  ['an exit code', { result: { exit_code: 2, display: 'x' } }, { kind: 'exit', code: 2 }],
  ['the line for display', { result: { exit_code: 0, display: '1 failed' } }, { kind: 'words', text: '1 failed' }],
  ['nothing', {}, { kind: 'silent' }],
  ['an empty error', { error: ' \n' }, { kind: 'silent' }],
  ['a coloured error', { error: '\u001b[31mfatal\u001b[0m: no' }, { kind: 'words', text: 'fatal: no' }],
] as const)('gives as the failure reason %s', (_, draft, reason) => {
  expect(failureReason(failed(draft))).toEqual(reason);
});

test('cuts an endless failure reason', () => {
  const reason = failureReason(failed({ error: 'x'.repeat(100_000) }));
  expect(reason).toEqual({ kind: 'words', text: `${'x'.repeat(80)}…` });
});

test('shows the last three lines of the output at most as an excerpt', () => {
  const text = (lines: number): string => Array.from({ length: lines }, (_, at) => `line ${at}`).join('\n\n');
  expect(outputExcerpt(failed({ result: { text: text(3) } }))).toEqual({
    more: 0,
    lines: ['line 0', 'line 1', 'line 2'],
  });
  expect(outputExcerpt(failed({ result: { text: text(35) } }))).toEqual({ more: 33, lines: ['line 33', 'line 34'] });
});

test.each([
  [
    'only the line that says why, wherever it stands',
    ["ls: cannot access 'a.md'", 'b.md', 'c.md', 'd.md', 'e.md'],
    ["ls: cannot access 'a.md'"],
  ],
  [
    'the cause and the count of failures, not what goes well',
    ['.... [100%]', 'E   NameError: low', 'where', 'ok', '1 failed in 0.3s', 'bye'],
    ['E   NameError: low', '1 failed in 0.3s'],
  ],
  [
    'an unknown option, not the help after it',
    ["unknown option `no-color'", 'usage: git diff [<options>]', '', '    --stat', '    --raw', '    --full-index'],
    ["unknown option `no-color'"],
  ],
  [
    'what is invalid, behind the name of the program',
    ['start', "grep: invalid option -- 'y'", 'Usage: grep [OPTION]...', 'Try --help', 'bye'],
    ["grep: invalid option -- 'y'"],
  ],
  [
    'what is missing',
    ['one', 'sh: 1: frob: not found', 'cat: a.md: No such file or directory', 'two', 'three'],
    ['sh: 1: frob: not found', 'cat: a.md: No such file or directory'],
  ],
  ['the last lines, where unknown is only a value', ['os unknown', 'b', 'c', 'd'], ['c', 'd']],
  ['the last lines, where none says anything', ['a', 'b', 'c', 'd'], ['c', 'd']],
])('shows %s in an excerpt', (_, lines, shown) => {
  expect(outputExcerpt(failed({ result: { text: lines.join('\n') } }))?.lines).toEqual(shown);
});

test('prefers stderr, and shows the whole error where there is no output', () => {
  expect(outputExcerpt(failed({ result: { text: 'out', stderr: 'err' } }))?.lines).toEqual(['err']);
  expect(outputExcerpt(failed({ error: 'Exit code 1\nboom' }))?.lines).toEqual(['Exit code 1', 'boom']);
});

test('gives no excerpt for other tools and silent commands', () => {
  expect(outputExcerpt(call('Read', 'perception', { outcome: 'failed', result: { text: 'a' } }))).toBeUndefined();
  expect(outputExcerpt(failed({ error: 'one line' }))).toBeUndefined();
});

test('shows the content of JSON in an excerpt, not its brackets', () => {
  const advisory = {
    actions: [{ id: 1 }],
    advisories: { 7: { title: 'Undici: overflow crashes the client', url: 'x' } },
  };
  const excerpt = outputExcerpt(failed({ result: { text: JSON.stringify(advisory, undefined, 2) } }));
  expect(excerpt?.lines.join()).toContain('Undici: overflow crashes the client');
  const silent = outputExcerpt(
    failed({ result: { text: JSON.stringify({ a: { b: 1, c: 2, d: { e: 3 } } }, undefined, 2) } }),
  );
  expect(silent?.lines).not.toContain('}');
});

test('shows the count of a table in an excerpt, not its rules', () => {
  const rule = `\u250c${'\u2500'.repeat(20)}\u2510`;
  const text = [
    rule,
    '\u2502 high \u2502 Undici \u2502',
    rule,
    '\u2502 more \u2502 url \u2502',
    rule,
    '\u2502 paths \u2502 a > b \u2502',
    '7 vulnerabilities found',
    rule,
  ].join('\n');
  expect(outputExcerpt(failed({ result: { text } }))?.lines).toEqual(['7 vulnerabilities found']);
});
