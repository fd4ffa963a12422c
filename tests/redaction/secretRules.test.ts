import { describe, expect, test } from 'vitest';
import { createRedactor, findRedactionMarkers, secretRules } from '../../src/redaction/index.ts';
import { placements } from './placements.ts';
import { remainsOf } from './remainsOf.ts';
import { secretSamples } from './secretSamples.ts';

const redactor = createRedactor();

describe('masks every secret, named after its rule', () => {
  test.each(placements)('$name', ({ suits, place }) => {
    const leaks = secretSamples.filter(suits).flatMap((sample, index) => {
      const rules = new Set<string>();
      const masked = redactor.mask(place(sample), (rule) => rules.add(rule));
      const left = remainsOf(sample, masked);
      const title = `${sample.rule} ${index}`;
      if (left.length > 0) return [`${title} leaves ${left.length} pieces in: ${masked.slice(0, 200)}`];
      return rules.has(sample.rule) ? [] : [`${title} is named ${[...rules].join(', ') || 'nothing'}`];
    });
    expect(leaks).toEqual([]);
  });
});

test('every rule has a sample', () => {
  const sampled = new Set(secretSamples.map(({ rule }) => rule));
  expect(secretRules.map(({ id }) => id).filter((id) => !sampled.has(id))).toEqual([]);
});

test('gives every rule a unique id that can be part of a marker', () => {
  const ids = secretRules.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(findRedactionMarkers(`[REDACTED:${id}]`)).toMatchObject([{ rule: id }]);
});
