import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLineMask } from '../../../src/components/masking/createLineMask.ts';
import { covering, createMasking } from '../../../src/components/masking/masking.ts';
import { ruleMasking } from '../../../src/components/masking/usualRules.ts';
import { createRedactor } from '../../../src/redaction/index.ts';
import { createSecretMaker } from '../../redaction/createSecretMaker.ts';
import { plantedSecrets, secretText } from './plantedSecrets.ts';

interface Line {
  readonly sign: ' ' | '+' | '-';
  readonly text: string;
}

const lineOf = (text: string): Line => ({ sign: ' ', text });

/** Longer than what is looked at beside a change. */
const longFile: readonly Line[] = Array.from({ length: 3000 }, (_, n) =>
  lineOf(`tide ${n} stands at ${n % 7} metres, ${n % 5} more than yesterday`),
);

const maker = createSecretMaker('lines that follow each other');
const longKey = maker.pem('RSA PRIVATE KEY', 140).split('\n');

/** Lines that are a secret together, or nearly. */
const pieces: readonly (readonly string[])[] = [
  secretText.split('\n'),
  longKey,
  longKey.slice(0, 1),
  longKey.slice(1, -1),
  longKey.slice(-1),
  ['api_key:', `  "${maker.alphanumeric(32)}"`],
  ['password ='],
  [`  "${maker.alphanumeric(20)}"`],
  ['plain'],
];

/** Takes some lines out of a text and puts others there. */
const edit = fc.record({
  at: fc.oneof(fc.nat(3000), fc.nat(300)),
  remove: fc.nat(60),
  add: fc.constantFrom(...pieces),
});

test('texts that follow each other are masked as each would be by itself', () => {
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 8 }), (edits) => {
      const mask = createLineMask();
      let lines = longFile;
      for (const { at, remove, add } of edits) {
        lines = lines.toSpliced(at, remove, ...add.map(lineOf));
        expect(mask(ruleMasking, lines)).toEqual(ruleMasking.mask(lines));
      }
    }),
    { numRuns: 40 },
  );
});

test.each([
  ['the first row of a table', longFile.toSpliced(20, 0, ...longTable(0).map(lineOf)), 22, longTable(1).slice(-1)],
  // Its head is farther away than what is looked at.
  ['a row of a long table', longFile.toSpliced(20, 0, ...longTable(150).map(lineOf)), 160, longTable(1).slice(-1)],
])('a change that adds %s to a text is masked by all of the text', (_, text, at, add) => {
  const mask = createLineMask();
  mask(ruleMasking, text);
  const lines = text.toSpliced(at, 0, ...add.map(lineOf));
  const masked = ruleMasking.mask(lines);
  expect(masked[at]).not.toBe(lines[at]);
  expect(mask(ruleMasking, [...lines])).toEqual(masked);
});

/** A table with a password in each row, and the lines of its head. */
function longTable(rows: number): readonly string[] {
  const note = 'a note of some length '.repeat(14);
  const row = (): string => `| keeper | ${maker.alphanumeric(16)} | ${note} |`;
  return ['| user | password | note |', `| --- | --- | ${'-'.repeat(80)} |`, ...Array.from({ length: rows }, row)];
}

/** A masking that counts the characters it is asked to mask. */
function counting() {
  const { maskJson, ...rest } = createRedactor();
  const asked = { characters: 0 };
  const masking = createMasking(() => ({
    ...rest,
    maskJson: (value, count) => {
      asked.characters += JSON.stringify(value).length;
      return maskJson(value, count);
    },
  }));
  return { masking, asked };
}

test('of a text that follows another, only what is near a change is masked, and a clean text stays the same list', () => {
  const { masking, asked } = counting();
  const mask = createLineMask();
  expect(mask(masking, longFile)).toBe(longFile);
  const all = asked.characters;
  const edited = longFile.toSpliced(1500, 2, lineOf('low water'));
  asked.characters = 0;
  expect(mask(masking, edited)).toBe(edited);
  expect(asked.characters).toBeGreaterThan(0);
  expect(asked.characters).toBeLessThan(all / 2);
});

test('secrets far from a change stay masked without being masked again', () => {
  const { masking, asked } = counting();
  const mask = createLineMask();
  const secret = longFile.toSpliced(10, 0, ...secretText.split('\n').map(lineOf));
  mask(masking, secret);
  const all = asked.characters;
  asked.characters = 0;
  const masked = JSON.stringify(mask(masking, secret.toSpliced(2500, 1)));
  expect(asked.characters).toBeLessThan(all / 2);
  expect(plantedSecrets.filter((each) => masked.includes(each))).toEqual([]);
});

test('what covers, and another masking, begin again', () => {
  const mask = createLineMask();
  const lines = longFile.toSpliced(10, 0, ...secretText.split('\n').map(lineOf));
  const off = createMasking(() => createRedactor({ rules: [] }));
  expect(mask(off, lines)).toBe(lines);
  expect(mask(covering, lines)).toEqual(covering.mask(lines));
  expect(mask(ruleMasking, lines)).toEqual(ruleMasking.mask(lines));
});
