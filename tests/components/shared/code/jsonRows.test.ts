import { expect, test } from 'vitest';
import { type JsonParent, jsonRows, readJsonParent } from '../../../../src/components/shared/code/jsonRows.ts';

const state = (open: Record<string, boolean> = {}, shown: Record<string, number> = {}) => ({
  open: new Map(Object.entries(open)),
  shown: new Map(Object.entries(shown)),
});
const paths = (value: JsonParent, ...how: Parameters<typeof state>): string[] =>
  jsonRows(value, state(...how)).map((row) => (row.is === 'more' ? `${row.path} +${row.hidden}` : row.path));

test('values stand under their parents, as far as these are unfolded', () => {
  const value = { 'a/b': { c: [1, { d: 2 }] }, e: [] };
  expect(paths(value)).toEqual(['/a~1b', '/a~1b/c', '/a~1b/c/0', '/a~1b/c/1', '/e']);
  expect(paths(value, { '/a~1b': false })).toEqual(['/a~1b', '/e']);
  expect(paths(value, { '/a~1b/c/1': true })).toContain('/a~1b/c/1/d');
});

test('of a long list a hundred values are shown, and more when they are asked for', () => {
  const list = Array.from({ length: 10_000 }, (_, n) => n);
  expect(jsonRows(list, state())).toHaveLength(101);
  expect(paths(list).at(-1)).toBe(' +9900');
  expect(paths(list, {}, { '': 200 }).at(-1)).toBe(' +9800');
});

test.each([
  ['an object', '{"a":1}', true],
  ['a list after a line break', '\n[1]', true],
  ['an empty list', '[]', false],
  ['words in brackets', '[done] ok', false],
  ['a number', '12', false],
  ['a number that would be rounded', '{"id": 12345678901234567890}', false],
  ['a long id as a text', '{"id": "12345678901234567890"}', true],
  ['what was cut off', '{"a":1, "b', false],
  ['nesting without end', '['.repeat(500_000), false],
])('%s: %#', (_, text, isParent) => {
  expect(readJsonParent(text) !== undefined).toBe(isParent);
});
