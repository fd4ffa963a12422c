import { expect, test } from 'vitest';
import { cutText, isErrorLine, oneLine } from '../../../src/session/text/lines.ts';

test('turns line breaks and runs of blanks into one blank, and removes colours', () => {
  expect(oneLine('  git \u001b[1mlog\u001b[0m\r\n\t--stat ')).toBe('git log --stat');
});

test('marks a long text as cut', () => {
  expect(oneLine('x'.repeat(401))).toBe(`${'x'.repeat(400)}…`);
  expect(oneLine('x'.repeat(400))).toBe('x'.repeat(400));
  expect(oneLine(`${' '.repeat(4000)}end`)).toBe('…');
});

test('does not split a character', () => {
  expect(cutText('ab😀', 3)).toBe('ab');
  expect(cutText('ab😀', 4)).toBe('ab😀');
});

test.each(['AssertionError: no', 'FAIL tests/x', '3 errors in 0.32s', 'E   NameError', '错误：失败', 'panic: oh'])(
  'recognises %s as a reason',
  (line) => {
    expect(isErrorLine(line)).toBe(true);
  },
);

test.each(['61 passed', 'Everything is fine', 'errorless'])('does not recognise %s as a reason', (line) => {
  expect(isErrorLine(line)).toBe(false);
});

test.each([
  'cat: a.md: No such file or directory',
  "error unknown option '--frob'",
  'date: invalid date',
  'Unknown flag',
])('%s reads like the reason of a failure', (line) => {
  expect(isErrorLine(line)).toBe(true);
});

test.each(['os unknown', '3 invalid rows skipped'])('%s is only a value', (line) => {
  expect(isErrorLine(line)).toBe(false);
});
