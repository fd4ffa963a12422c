import { describe, expect, it } from 'vitest';
import type { SourceItem } from '../../../src/adapters/index.ts';
import { type JsonPart, readJsonParts } from '../../../src/adapters/read/readJsonParts.ts';
import { fileOf } from '../../helpers/sourceFiles.ts';

async function read(text: string, lists: readonly string[] = ['items'], chunk = 5, maxPartBytes = 1000) {
  const bytes = new TextEncoder().encode(text);
  const items: SourceItem<JsonPart>[] = [];
  const options = { context: { report: () => undefined }, source: 0, lists, maxPartBytes };
  for await (const batch of readJsonParts(fileOf('a.json', bytes, chunk), options)) items.push(...batch);
  const at = ({ ref }: SourceItem<JsonPart>) => {
    const start = ref.byte_offset ?? 0;
    return new TextDecoder().decode(bytes.subarray(start, start + (ref.byte_length ?? 0))).trim();
  };
  return { items, values: items.map((item) => (item.is === 'record' ? item.value : item.code)), at };
}

const element = (value: unknown, list = 'items') => ({ is: 'element', list, value });
const fields = (value: object) => ({ is: 'fields', value });

describe('parts of a document', () => {
  it('are its fields and the elements of its lists, with their positions', async () => {
    const text =
      '{\n "id": "ü,]", "n": {"items": [9]},\n "items": [ {"a": "}]"}, 2, [3] ],\n "end": true, "other": [1]\n}\n';
    const { values, items, at } = await read(text);
    expect(values).toEqual([
      fields({ id: 'ü,]', n: { items: [9] } }),
      element({ a: '}]' }),
      element(2),
      element([3]),
      fields({ end: true, other: [1] }),
    ]);
    expect(items.map(at)).toEqual([
      '"id": "ü,]", "n": {"items": [9]}',
      '{"a": "}]"}',
      '2',
      '[3]',
      '"end": true, "other": [1]',
    ]);
    expect(items.map(({ ref }) => ref.line)).toEqual([2, 3, 3, 3, 4]);
  });

  it('are the elements of a list, and nothing if it is empty', async () => {
    expect((await read('\ufeff[{"a":1},"x"]')).values).toEqual([element({ a: 1 }, ''), element('x', '')]);
    expect((await read('')).values).toEqual([]);
    expect((await read('{"items":[]}')).values).toEqual([]);
  });

  it('are complete up to a cut', async () => {
    expect((await read('{"id":1,"items":[{"a":1},{"b":')).values).toEqual([
      fields({ id: 1 }),
      element({ a: 1 }),
      'torn-record',
    ]);
    expect((await read('[1,')).values).toEqual([element(1, ''), 'torn-record']);
    expect((await read('no JSON')).values).toEqual(['invalid-json']);
  });

  it('affect only themselves if they are invalid or too large', async () => {
    const { values } = await read(`[1, nope, "${'x'.repeat(2000)}", 2]`);
    expect(values).toEqual([element(1, ''), 'invalid-json', 'record-too-large', element(2, '')]);
  });

  it('are the same however the bytes are chunked', async () => {
    const text = '{"id":"a\\"b\\\\","items":[{"x":"\\u00fc"},{"y":[{}]}],"z":1}';
    for (const chunk of [1, 2, 3, 1000])
      expect((await read(text, ['items'], chunk)).values).toEqual((await read(text)).values);
  });
});
