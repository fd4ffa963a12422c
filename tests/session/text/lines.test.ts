import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countLines, foldLines, splitLines } from '../../../src/session/text/lines.ts';

test.each([
  ['', []],
  ['a', ['a']],
  ['a\n', ['a']],
  ['a\n\n', ['a', '']],
  ['a\r\nb\rc', ['a', 'b', 'c']],
  ['\n', ['']],
])('splits %j into lines', (text, lines) => {
  expect(splitLines(text)).toEqual(lines);
});

test('counts as many lines as splitting gives', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '\n', '\r') }), (text) => {
      expect(countLines(text)).toBe(splitLines(text).length);
    }),
  );
});

test('hides the middle of a folded text and says how much it hides', () => {
  const lines = Array.from({ length: 34 }, (_, at) => `line ${at}`);
  const fold = foldLines(lines, { head: 2, tail: 3 });
  expect([fold.head.length, fold.hidden, fold.tail]).toEqual([2, 29, ['line 31', 'line 32', 'line 33']]);
});

test('does not fold to hide one or two lines', () => {
  const lines = ['a', 'b', 'c', 'd', 'e'];
  expect(foldLines(lines, { head: 2, tail: 1 })).toEqual({ head: lines, hidden: 0, tail: [] });
  expect(foldLines(lines, { head: 1, tail: 1 })).toEqual({ head: ['a'], hidden: 3, tail: ['e'] });
  expect(foldLines(lines, { head: 2, tail: 0 })).toEqual({ head: ['a', 'b'], hidden: 3, tail: [] });
});

test('loses no line when folding', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.nat(8), fc.nat(8), (lines, head, tail) => {
      const fold = foldLines(lines, { head, tail });
      expect(fold.head.length + fold.hidden + fold.tail.length).toBe(lines.length);
    }),
  );
});
