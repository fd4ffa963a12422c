import { expect, test } from 'vitest';
import { coverDoubtful, mayHoldSecret } from '../../../src/components/masking/masking.ts';
import { createRedactor } from '../../../src/redaction/index.ts';
import { growthOf } from '../../cpuTime.ts';
import { placements } from '../../redaction/placements.ts';
import { remainsOf } from '../../redaction/remainsOf.ts';
import { secretSamples } from '../../redaction/secretSamples.ts';

const redactor = createRedactor();

test.each(placements)(
  'no rule finds a secret in a text that is considered free of secrets: $name',
  ({ suits, place }) => {
    const texts = secretSamples.filter(suits).map((sample) => ({ rule: sample.rule, text: place(sample) }));
    const found = texts.filter(({ text }) => !mayHoldSecret(text) && redactor.mask(text) !== text);
    expect(found.map(({ rule, text }) => `${rule}: ${text.slice(0, 200)}`)).toEqual([]);
  },
);

test('a value shows no secret, wherever in the value it is', () => {
  const shown = secretSamples.flatMap((sample) => {
    const text = sample.inContext(sample.secret);
    const values = [
      text,
      { note: 'a note', text },
      { [text]: 'x' },
      ['first', ...text.split('\n'), 'last'],
      { a: [{ b: text }] },
    ];
    const page = JSON.stringify(values.map((value) => coverDoubtful(value)));
    return remainsOf(sample, page).length === 0 ? [] : [sample.rule];
  });
  expect(shown).toEqual([]);
});

test.each([
  { password: 'tiger' },
  { env: { name: 'PIN', value: 'tiger' } },
  { args: ['--password', 'tiger'] },
  { secrets: { deep: [{ er: 'tiger' }] } },
])('a value revealed as secret by its name, a neighbour or its context is covered: %j', (value) => {
  expect(JSON.stringify(coverDoubtful(value))).not.toContain('tiger');
});

test('a value that no rule would mask stays the same object, and fields that views branch on stay readable', () => {
  const plain = {
    type: 'plan',
    at: '2026-04-05T05:17:00.000Z',
    seq: 12,
    items: [{ text: 'Read src/tides/hour.ts', status: 'in_progress' }],
  };
  expect(coverDoubtful(plain)).toBe(plain);
  const doubtful = coverDoubtful({ ...plain, explanation: 'TOKEN=abc', status: 'pending', state: 'pending' });
  expect(doubtful).toMatchObject({
    type: 'plan',
    at: plain.at,
    seq: 12,
    status: 'pending',
    state: 'pending',
    items: plain.items,
  });
  expect(doubtful.explanation).toBe('[REDACTED:unchecked]');
});

test.each(['a', 'a1', ' -', '.', '文', 'a.b/'])('searching a text of nothing but %j takes linear time', (piece) => {
  expect(growthOf(coverDoubtful, piece.repeat(Math.floor(2_500 / piece.length)))).toBeLessThan(32);
});

test('a text too long to be searched at once is covered', () => {
  expect(coverDoubtful('文'.repeat(20_000))).toBe('文'.repeat(20_000));
  expect(coverDoubtful('文'.repeat(20_001))).toBe('[REDACTED:unchecked]');
});

test('a value nested without end is covered instead of walked through', () => {
  let value: unknown = 'plain';
  for (let depth = 0; depth < 100_000; depth += 1) value = [value];
  expect(() => coverDoubtful(value)).not.toThrow();
});
