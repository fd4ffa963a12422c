import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPlainViews } from '../../../src/redaction/scan/views.ts';

const plainOf = (text: string): string | undefined => createPlainViews(text)[0]?.text;

test.each([
  ['a colour', 'a\x1b[1;31mb\x1b[0mc', 'abc'],
  ['a link', 'see \x1b]8;;https://example.org\x07this\x1b]8;;\x1b\\ page', 'see this page'],
  ['an unfinished link', 'a\x1b]8;;https://example.org', 'a'],
  ['a colour in JSON', String.raw`a\u001b[31mb\u001B[0mc`, 'abc'],
  ['a colour in JSON in JSON', String.raw`a\\u001b[31mb`, 'ab'],
  ['a colour in source code', String.raw`a\x1b[31mb\033[0mc`, 'abc'],
  ['slashes', String.raw`https:\/\/example.org\\/a`, 'https://example.org/a'],
  ['signs', String.raw`a\u003db\u002Bc\u0022`, 'a=b+c"'],
])('resolves %s', (_, text, plain) => expect(plainOf(text)).toBe(plain));

test('returns nothing for a plain text', () => {
  expect(createPlainViews(String.raw`C:\users \q \u4e2d \u0007`)).toEqual([]);
});

test('maps each character to its origin', () => {
  const pieces = fc.array(fc.constantFrom('a', 'bc', '\x1b[31m', String.raw`\/`, String.raw`\u003d`, '\\', 'x'), {
    minLength: 1,
  });
  fc.assert(
    fc.property(pieces, fc.nat(), fc.nat(), (parts, a, b) => {
      const text = parts.join('');
      const [view] = createPlainViews(text);
      if (view === undefined || view.text === '') return;
      const start = a % view.text.length;
      const end = start + 1 + (b % (view.text.length - start));
      const source = view.sourceOf({ start, end });
      const part = text.slice(source.start, source.end);
      expect(plainOf(part) ?? part).toBe(view.text.slice(start, end));
    }),
  );
});

test('shows only what stands around the hidden parts, words as a whole', () => {
  const words = 'word '.repeat(1000);
  const long = 'k'.repeat(3000);
  const views = createPlainViews(`${words}a\x1b[31mb ${long} ${words}c\x1b[0md ${words}`);
  expect(views).toHaveLength(2);
  const [first, second] = views.map(({ text }) => text);
  expect(first).toMatch(/^(?:word ){80}ab k{3000}$/);
  expect(second).toMatch(/^(?:word ){80}cd (?:word ?){160}$/);
});
