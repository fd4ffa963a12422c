import { describe, expect, test } from 'vitest';
import { createRedactor, findRedactionMarkers, secretRules } from '../../src/redaction/index.ts';
import { placements } from './placements.ts';
import { type SecretSample, secretSamples } from './secretSamples.ts';

const redactor = createRedactor();

/** What of a secret is left in a text, terminal codes and escapes aside: its pieces of a dozen characters. */
function remains(text: string, { secret }: SecretSample): string[] {
  const size = Math.min(12, secret.length);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal codes are made of control characters.
  const plain = text.replace(/(?:\x1b|\\+u001b)\[[\d;]*m/g, '').replace(/\\+n|\s+\d*\t?|\+(?=\S)/g, '');
  const whole = secret.replace(/-----[A-Z ]+-----/g, '').replace(/\s+|\+/g, '');
  const pieces = Array.from({ length: Math.max(1, whole.length - size + 1) }, (_, at) => whole.slice(at, at + size));
  return pieces.filter((piece) => plain.includes(piece));
}

describe.each(placements)('a secret $name', ({ suits, place }) => {
  test.each(secretSamples.filter(suits).map((sample, index) => ({ title: `${sample.rule} ${index}`, sample })))(
    'is masked: $title',
    ({ sample }) => {
      const text = place(sample);
      const counts = new Map<string, number>();
      const masked = redactor.mask(text, (rule, times) => counts.set(rule, times));
      expect(remains(masked, sample)).toEqual([]);
      expect([...counts.keys()]).toContain(sample.rule);
    },
  );
});

test('every rule has a sample', () => {
  const sampled = new Set(secretSamples.map(({ rule }) => rule));
  expect(secretRules.map(({ id }) => id).filter((id) => !sampled.has(id))).toEqual([]);
});

test('ids are unique, and can stand in a marker', () => {
  const ids = secretRules.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(findRedactionMarkers(`[REDACTED:${id}]`)).toMatchObject([{ rule: id }]);
});
