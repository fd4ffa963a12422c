import { describe, expect, test } from 'vitest';
import { createRedactor, findRedactionMarkers, secretRules } from '../../src/redaction/index.ts';
import { placements } from './placements.ts';
import { remainsOf } from './remainsOf.ts';
import { secretSamples } from './secretSamples.ts';

const redactor = createRedactor();

describe.each(placements)('a secret $name', ({ suits, place }) => {
  test.each(secretSamples.filter(suits).map((sample, index) => ({ title: `${sample.rule} ${index}`, sample })))(
    'is masked: $title',
    ({ sample }) => {
      const text = place(sample);
      const counts = new Map<string, number>();
      const masked = redactor.mask(text, (rule, times) => counts.set(rule, times));
      expect(remainsOf(sample, masked)).toEqual([]);
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
