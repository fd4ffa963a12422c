import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stripAnsi } from '../../../src/session/text/stripAnsi.ts';

test.each([
  ['plain', 'plain'],
  ['\u001b[31mred\u001b[0m', 'red'],
  ['\u001b[38;5;196;1mred\u001b[m', 'red'],
  ['\u001b]8;;https://a.example\u0007link\u001b]8;;\u0007', 'link'],
  ['\u001b]8;;https://a.example\u001b\\link\u001b]8;;\u001b\\', 'link'],
  ['\u001b]0;title\u0007$', '$'],
  ['\u009b2Jgone', 'gone'],
  ['\u001b(Bx\u001b=y', 'xy'],
  ['\u001b[2J\u001b[1;1Ha', 'a'],
  // Unfinished sequences take nothing of the next line with them.
  ['a\u001b]8;;https://never.closed\nb', 'a\nb'],
  ['a\u001b[31', 'a'],
  ['a\u001b', 'a'],
  ['a\u001b[31\nb', 'a\nb'],
])('turns %j into %j', (text, clean) => {
  expect(stripAnsi(text)).toBe(clean);
});

test('keeps text without escapes, and leaves no escape', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '\u001b', '[', ']', '\u0007', '3', 'm', '\n', '\u009d', '\\') }),
      (text) => {
        const clean = stripAnsi(text);
        expect([...clean].filter((character) => '\u001b\u009d'.includes(character))).toEqual([]);
        expect(stripAnsi(clean)).toBe(clean);
      },
    ),
  );
});

test('scans a megabyte of unfinished sequences once', () => {
  for (const opening of ['\u001b]', '\u009d', '\u001b[', '\u001b[3', '\u001b\u001b', '\u0090']) {
    expect(stripAnsi(opening.repeat(500_000)).length).toBeLessThanOrEqual(500_000);
  }
});
