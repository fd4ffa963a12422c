import { expect, it } from 'vitest';
import { field, fieldsOf, type JsonObject } from '../../../src/session/json/values.ts';

it('returns only values of the right type', () => {
  const record: JsonObject = JSON.parse(
    '{"a":"x","b":2,"c":[1,{"d":"y"},"z",""],"e":true,"__proto__":{"a":"p"},"f":""}',
  );
  const texts = ['a', 'b', 'f', 'toString'].map((key) => field.filledText(record, key));
  expect(texts).toEqual(['x', undefined, undefined, undefined]);
  expect([field.text(record, 'f'), field.text(record, 'b')]).toEqual(['', undefined]);
  expect([field.number(record, 'b'), field.number(record, 'a')]).toEqual([2, undefined]);
  expect([field.flag(record, 'e'), field.flag(record, 'b')]).toEqual([true, undefined]);
  expect(field.objects(record, 'c').map((part) => field.filledText(part, 'd'))).toEqual(['y']);
  expect(field.filledTexts(record, 'c')).toEqual(['z']);
  expect(field.filledText(fieldsOf(field.object(record, '__proto__')), 'a')).toBe('p');
  expect(fieldsOf(record.a)).toEqual({});
});

it.each([undefined, null, 'text', 7, []])('%j has no fields', (value) => {
  expect(fieldsOf(value)).toEqual({});
  expect(field.objects(fieldsOf(value), 'length')).toEqual([]);
});
