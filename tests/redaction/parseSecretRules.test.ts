import { describe, expect, test } from 'vitest';
import { createRedactor, parseSecretRules } from '../../src/redaction/index.ts';
import { cpuMsOf } from '../cpuTime.ts';

const rules = parseSecretRules(
  JSON.stringify([
    { id: 'acme-token', label: 'Acme token', prefix: 'acme_', body: '[a-z0-9]{12}' },
    { id: 'acme-code', names: ['acme code'], value: '[A-Z]{4}-\\d{4,6}' },
    { id: 'known', secrets: ['correct horse'] },
  ]),
);

test('masks what the rules of a file describe', () => {
  const { mask } = createRedactor({ extra: rules });
  expect(mask('use acme_a1b2c3d4e5f6, Acme code: ABCD-12345, "correct horse"')).toBe(
    'use [REDACTED:acme-token], Acme code: [REDACTED:acme-code], "[REDACTED:known]"',
  );
});

describe('rejects an unusable rule, with its reason', () => {
  test.each([
    ['no JSON', '{', /no JSON/],
    ['no list', '{}', /no list/],
    ['no object', '["x"]', /rule 1 .* no object/],
    ['an id for no marker', '[{"id": "Acme", "secrets": ["abcdef"]}]', /id "Acme"/],
    ['a class from back to front', '[{"id": "a", "prefix": "acme_", "body": "[z-a]"}]', /rule 1 .* out of order/],
    ['an id twice', '[{"id": "a", "secrets": ["abcdef"]}, {"id": "a", "secrets": ["abcdef"]}]', /rule 2 .* twice/],
    ['a short prefix', '[{"id": "a", "prefix": "ab", "body": "x{9}"}]', /too short/],
    ['a short name', '[{"id": "a", "names": ["ab"], "value": "x{9}"}]', /too short/],
    ['nothing to know it by', '[{"id": "a"}]', /none of/],
    ['a group', '[{"id": "a", "prefix": "acme_", "body": "(a+)+"}]', /at 1/],
    ['a dot', '[{"id": "a", "prefix": "acme_", "body": "a.b"}]', /at 2/],
    ['two repeated parts that overlap', '[{"id": "a", "prefix": "acme_", "body": "[a-z]+[a-f]+!"}]', /could be slow/],
    ['a repeated part and its own end', '[{"id": "a", "prefix": "acme_", "body": "\\\\w{2,9}a"}]', /could be slow/],
    ['optional parts in a row', '[{"id": "a", "prefix": "acme_", "body": "[a-c]*[d-f]*[a-c]*"}]', /could be slow/],
  ])('%s', (_, json, reason) => expect(() => parseSecretRules(json)).toThrow(reason));
});

test('masks a value of any length whole', () => {
  const { mask } = createRedactor({
    extra: parseSecretRules('[{"id": "long", "names": ["acme code"], "value": "[A-Z0-9]+"}]'),
  });
  const value = 'K7QZ'.repeat(10_000);
  expect(mask(`acme code: ${value}, and so on`)).toBe('acme code: [REDACTED:long], and so on');
});

test.each(['[a-z :]+[0-9]', '[a-z :]+'])(
  'reads behind each of many names no further than it masks: %s',
  async (value) => {
    const { find } = createRedactor({
      extra: parseSecretRules(JSON.stringify([{ id: 'a', names: ['acme code'], value }])),
    });
    const text = `${'acme code: example '.repeat(40_000)}`;
    expect(await cpuMsOf(() => find(text))).toBeLessThan(10_000);
  },
);
