import { expect, it } from 'vitest';
import { readLoose } from '../../../src/components/shared/readLoose.ts';

it('returns only values of the right type', () => {
  const read = readLoose(JSON.parse('{"a":"x","b":2,"c":[1,{"d":"y"},"z",""],"e":true,"__proto__":{"a":"p"},"f":""}'));
  expect([read.text('a'), read.text('b'), read.text('f'), read.text('toString')]).toEqual([
    'x',
    undefined,
    undefined,
    undefined,
  ]);
  expect([read.number('b'), read.number('a')]).toEqual([2, undefined]);
  expect([read.flag('e'), read.flag('b')]).toEqual([true, undefined]);
  expect(read.parts('c').map((part) => part.text('d'))).toEqual(['y']);
  expect(read.texts('c')).toEqual(['z']);
  expect(read.part('__proto__').text('a')).toBe('p');
  expect(read.part('a').isEmpty).toBe(true);
});

it.each([undefined, null, 'text', 7, []])('%j reads as an empty record', (value) => {
  expect(readLoose(value).isEmpty).toBe(true);
  expect(readLoose(value).parts('length')).toEqual([]);
});
