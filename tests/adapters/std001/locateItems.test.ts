import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locateItems } from '../../../src/adapters/std001/records.ts';

const lists = ['tool_calls', 'events', 'messages', 'phases', 'phase_annotations', 'steps', 'sub_sessions'];

function locate(text: string, bom = '') {
  const bytes = new TextEncoder().encode(bom + text);
  const items = locateItems(text, { source: 0, line: 1, byte_offset: 0, byte_length: bytes.length });
  const read = ({ ref }: (typeof items)[number]) =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(
      bytes.subarray(ref.byte_offset, ref.byte_offset + ref.byte_length),
    );
  return { items, read };
}

describe('locateItems', () => {
  it('returns the position of every item, in bytes and lines', () => {
    const text = '{\n "标题": "x",\n "tool_calls": [\n  {"a": "😀]"},\n  2, "[", [1, {"b": []}]\n ]\n}';
    const { items, read } = locate(text);
    expect(items.map(({ list, index, ref }) => [list, index, ref.line])).toEqual([
      ['tool_calls', 0, 4],
      ['tool_calls', 1, 5],
      ['tool_calls', 2, 5],
      ['tool_calls', 3, 5],
    ]);
    expect(items.map(read)).toEqual(['{"a": "😀]"}', '2', '"["', '[1, {"b": []}]']);
  });

  it('counts a BOM that was removed from the text', () => {
    const { items, read } = locate('{"steps":[{"step_id":"s"}]}', '\uFEFF');
    expect(items.map(read)).toEqual(['{"step_id":"s"}']);
  });

  it('covers sub-sessions and phases', () => {
    const { items } = locate('{"sub_sessions":[{"tool_calls":[{}],"events":[{}]}],"phases":[{"tool_calls":[{}]}]}');
    expect(items.map(({ list, index, owner }) => [list, index, owner])).toEqual([
      ['sub_sessions', 0, undefined],
      ['tool_calls', 0, { list: 'sub_sessions', index: 0 }],
      ['events', 0, { list: 'sub_sessions', index: 0 }],
      ['phases', 0, undefined],
      ['tool_calls', 0, { list: 'phases', index: 0 }],
    ]);
  });

  it('uses the last of two lists with the same name, as JSON.parse does', () => {
    const { items, read } = locate('{"tool_calls":[1,2],"tool\\u005fcalls":[3]}');
    expect(items.map(read)).toEqual(['3']);
  });

  it.each(['[]', '1', '{}', '{"tool_calls":{}}', ' {"tool_calls" : [ ] } '])('finds nothing in %s', (text) => {
    expect(locate(text).items).toEqual([]);
  });

  it('finds every item in any JSON, however it is formatted', () => {
    const key = fc.constantFrom(...lists, 'other', 'a"b', '');
    const json = fc.dictionary(key, fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue(), { maxLength: 4 })), {
      maxKeys: 5,
    });
    fc.assert(
      fc.property(json, fc.constantFrom(0, 1, '\t'), (value, indent) => {
        const { items, read } = locate(JSON.stringify(value, null, indent));
        const expected = Object.entries(value).flatMap(([name, list]) =>
          lists.includes(name) && Array.isArray(list) ? list : [],
        );
        expect(items.filter(({ owner }) => owner === undefined).map((item): unknown => JSON.parse(read(item)))).toEqual(
          JSON.parse(JSON.stringify(expected)),
        );
      }),
    );
  });
});
