import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainLogText, textParts } from '../../../src/components/shared/LogText.tsx';

test('plain text in any script is one part', () => {
  expect(textParts('潮汐 tide مد\n\tnext')).toEqual([{ kind: 'text', text: '潮汐 tide مد\n\tnext' }]);
  expect(textParts('')).toEqual([]);
});

test('emoji joined by zero-width joiners stay whole', () => {
  expect(textParts('👩‍🚀')).toEqual([{ kind: 'text', text: '👩‍🚀' }]);
});

test('masked secrets and invisible characters are parts of their own', () => {
  expect(textParts('key [REDACTED:api-key], \u202etxt.exe\u0000')).toEqual([
    { kind: 'text', text: 'key ' },
    { kind: 'mask', rule: 'api-key' },
    { kind: 'text', text: ', ' },
    { kind: 'hidden', code: 'U+202E' },
    { kind: 'text', text: 'txt.exe' },
    { kind: 'hidden', code: 'U+0000' },
  ]);
});

test('tag characters, which can hide words, are made visible', () => {
  expect(textParts('\u{e0041}')).toEqual([{ kind: 'hidden', code: 'U+E0041' }]);
});

test('where only text can stand, hidden characters are named', () => {
  expect(plainLogText('to\u202etxt.exe\u001b[31m\n潮汐')).toBe('toU+202Etxt.exeU+001B[31m\n潮汐');
});

test('no text part contains characters that hide or reorder text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.integer({ min: 0, max: 0x2fff }).map((code) => String.fromCodePoint(code)) }),
      (text) => {
        const shown = textParts(text).flatMap((part) => (part.kind === 'text' ? [part.text] : []));
        expect(shown.join('')).not.toMatch(/\p{Bidi_Control}|(?![\t\n])\p{Cc}/u);
      },
    ),
  );
});

test('a text may hold any number of hidden characters', () => {
  expect(textParts('\u202e'.repeat(200_000))).toHaveLength(200_000);
});
