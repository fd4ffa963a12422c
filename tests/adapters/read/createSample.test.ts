import { describe, expect, it } from 'vitest';
import { createSample, documentHead, wholeObject } from '../../../src/adapters/read/createSample.ts';

const sampleOf = (text: string, cut = false) => createSample('a.json', new TextEncoder().encode(text), cut);

describe('the JSON document with which a sample begins', () => {
  it.each<[string, string, unknown, unknown]>([
    ['on one line', ' {"a":1}\n\n', { a: 1 }, { a: 1 }],
    ['laid out over lines', '{\n  "a": 1\n}\n', { a: 1 }, { a: 1 }],
    ['a list', '[{"a":1}]', [{ a: 1 }], undefined],
    ['the first of several lines', '{"a":1}\n{"b":2}\n', { a: 1 }, undefined],
    ['with comments and a trailing comma', '{ // why\n "a": 1, }', { a: 1 }, undefined],
    ['broken', '{"a": 1, "b": }', { a: 1 }, undefined],
    ['none, but text', 'a {"a":1}', undefined, undefined],
  ])('%s', (_, text, head, whole) => {
    expect(documentHead(sampleOf(text))).toEqual(head);
    expect(wholeObject(sampleOf(text))).toEqual(whole);
  });

  it('is shown as far as it goes where the file is longer, and is not the whole', () => {
    for (const text of ['{"a":1,"b":[2,', '{\n"a":1,\n"b":[2,', '{"a":1}']) {
      expect(documentHead(sampleOf(text, true))).toMatchObject({ a: 1 });
      expect(wholeObject(sampleOf(text, true))).toBeUndefined();
    }
  });
});
