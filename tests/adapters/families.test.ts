import { expect, test } from 'vitest';
import { Families } from '../../src/adapters/families.ts';

test('runs stand behind the one that started them, and those that no run started are roots', () => {
  const families = new Families([
    ['a', undefined],
    ['b', 'a'],
    ['c', 'gone'],
    ['d', 'b'],
    ['e', 'a'],
  ]);
  expect(families.roots()).toEqual(['a', 'c']);
  expect(families.family('a')).toEqual(['a', 'b', 'e', 'd']);
  expect(families.family('c')).toEqual(['c']);
  expect([families.hasChildren('b'), families.hasChildren('d')]).toEqual([true, false]);
});

test('among runs that started each other, or themselves, one becomes a root, and none is lost', () => {
  const families = new Families([
    ['a', 'b'],
    ['b', 'a'],
    ['c', 'c'],
  ]);
  expect(families.roots()).toEqual(['a', 'c']);
  expect(families.roots().flatMap((root) => families.family(root))).toEqual(['a', 'b', 'c']);
});

test('takes linear work for a run that started very many', { timeout: 20_000 }, () => {
  const many = Array.from({ length: 300_000 }, (_, n): [string, string] => [`run-${n}`, 'root']);
  expect(new Families([['root', undefined], ...many]).family('root')).toHaveLength(300_001);
});
