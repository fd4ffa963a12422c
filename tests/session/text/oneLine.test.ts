import { expect, test } from 'vitest';
import { cutText, isErrorLine, oneLine } from '../../../src/session/text/lines.ts';

test('breaks and runs of blanks become one blank, colours go', () => {
  expect(oneLine('  git \u001b[1mlog\u001b[0m\r\n\t--stat ')).toBe('git log --stat');
});

test('long texts are cut, and say so', () => {
  expect(oneLine('x'.repeat(401))).toBe(`${'x'.repeat(400)}…`);
  expect(oneLine('x'.repeat(400))).toBe('x'.repeat(400));
  expect(oneLine(`${' '.repeat(4000)}end`)).toBe('…');
});

test('nothing is cut through a character', () => {
  expect(cutText('ab😀', 3)).toBe('ab');
  expect(cutText('ab😀', 4)).toBe('ab😀');
});

test.each(['AssertionError: no', 'FAIL tests/x', '3 errors in 0.32s', 'E   NameError', '错误：失败', 'panic: oh'])(
  '%s reads like a reason',
  (line) => {
    expect(isErrorLine(line)).toBe(true);
  },
);

test.each(['61 passed', 'Everything is fine', 'errorless'])('%s does not', (line) => {
  expect(isErrorLine(line)).toBe(false);
});
