import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SessionSplitter } from '../../src/loading/SessionSplitter.ts';

/** What a splitter makes of a text that comes in chunks of so many bytes, put together again. */
function rejoin(text: string, chunkBytes: number): unknown {
  const object: [string, unknown][] = [];
  const lists = new Map<string, unknown[]>();
  const parse = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));
  const splitter = new SessionSplitter({
    field: (name, json) => object.push([name, parse(json)]),
    item: (list, json) => lists.set(list, [...(lists.get(list) ?? []), parse(json)]),
  });
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += chunkBytes) splitter.write(bytes.subarray(at, at + chunkBytes));
  splitter.end();
  return { ...Object.fromEntries(object), ...Object.fromEntries(lists) };
}

const item = fc.jsonValue();
const session = fc.record({
  session_id: fc.string(),
  tool_calls: fc.array(item, { minLength: 1 }),
  events: fc.array(item, { minLength: 1 }),
  summary: item,
  sub_sessions: fc.array(item, { minLength: 1 }),
});

test('yields pieces that add up to the input, however its bytes are chunked', () => {
  fc.assert(
    fc.property(
      session,
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(undefined, 1, '\t'),
      (value, chunk, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        expect(rejoin(text, chunk)).toEqual(JSON.parse(text));
      },
    ),
  );
});

describe('unusual but valid JSON', () => {
  test.each([
    ['{}', {}],
    [' { "tool_calls" : [ ] , "a" : 1 } \n', { a: 1 }],
    ['{"a":"\\\\","b":"\\"}"}', { a: '\\', b: '"}' }],
    ['{"events":null,"tool_calls":{"x":[1]}}', { events: null, tool_calls: { x: [1] } }],
    ['{"\\u0061":[[],{}]}', { a: [[], {}] }],
    ['{"tool_calls":[1,"two",null,[3],{"four":{}}]}', { tool_calls: [1, 'two', null, [3], { four: {} }] }],
  ])('splits %s', (text, value) => {
    for (const chunk of [1, 2, 3, 100]) expect(rejoin(text, chunk)).toEqual(value);
  });
});

test.each([
  '',
  '[]',
  '{',
  '{"a"',
  '{"a":',
  '{"a":1',
  '{"a":1,',
  '{"a" 1}',
  '{1:2}',
  '{"a":1}x',
  '{"tool_calls":[1 2]}',
  '{"a":}',
])('rejects %j, which is not the JSON of an object', (text) => {
  for (const chunk of [1, 100]) expect(() => rejoin(text, chunk)).toThrow();
});

describe('runs of items', () => {
  /** Rejoins the items of a list that come in runs where those are JSON; counts the runs, and the bytes offered that are not. */
  function rejoinRuns(text: string, chunkBytes: number) {
    const items: unknown[] = [];
    const seen = { runs: 0, refusedBytes: 0 };
    const decoder = new TextDecoder();
    const splitter = new SessionSplitter({
      field: () => undefined,
      item: (_, json) => items.push(JSON.parse(decoder.decode(json))),
      run(_, json) {
        try {
          items.push(...(JSON.parse(`[${decoder.decode(json)}]`) as unknown[]));
          seen.runs += 1;
          return true;
        } catch {
          seen.refusedBytes += json.length;
          return false;
        }
      },
    });
    const bytes = new TextEncoder().encode(text);
    for (let at = 0; at < bytes.length; at += chunkBytes) splitter.write(bytes.subarray(at, at + chunkBytes));
    splitter.end();
    return { items, ...seen };
  }

  const items = Array.from({ length: 3000 }, (_, n) => ({
    call_id: `tool-${n}`,
    text: '},{"call_id":\\"é'.repeat(n % 5),
    // The same opening within an item, now and then.
    nested: n % 7 === 0 ? [{ call_id: 'inner' }, { call_id: 'inner' }] : [],
  }));

  test.each([undefined, 1, '\t'])('add up to the list, indented by %j', (indent) => {
    const text = JSON.stringify({ tool_calls: items, events: items.slice(0, 3) }, undefined, indent);
    for (const chunk of [1000, 64 * 1024, text.length]) {
      const found = rejoinRuns(text, chunk);
      expect(found.items).toEqual([...items, ...items.slice(0, 3)]);
      if (chunk < text.length) expect(found.runs).toBeGreaterThan(0);
    }
  });

  test('are offered once where brackets stay open, so that no list takes longer than item by item', () => {
    const inner = Array.from({ length: 40_000 }, (_, n) => ({ call_id: n }));
    const text = JSON.stringify({ tool_calls: [{ call_id: 'a' }, { call_id: 'b', inner }, { call_id: 'c' }] });
    const found = rejoinRuns(text, 4096);
    expect(found.items).toEqual(JSON.parse(text).tool_calls);
    expect(found.refusedBytes).toBeLessThan(2 * text.length);
  });

  test('break where the list is broken', () => {
    const text = JSON.stringify({ tool_calls: items }).replace('"call_id":"tool-2000"', '"call_id":"tool-2000');
    expect(() => rejoinRuns(text, 4096)).toThrow();
  });
});

test('scans a piece that spans many chunks only once', () => {
  const long = 'x'.repeat(3_000_000);
  expect(rejoin(JSON.stringify({ tool_calls: [long, 1] }), 64 * 1024)).toEqual({ tool_calls: [long, 1] });
});

test('reads a session larger than its buffer in that one buffer, which grows only for a larger item', () => {
  const items = Array.from({ length: 1500 }, (_, n) => ({ n, text: 'é\\"'.repeat((n % 7) * 100) }));
  items[900] = { n: 900, text: 'long'.repeat(200_000) };
  const bytes = new TextEncoder().encode(JSON.stringify({ tool_calls: items }));
  const buffers = new Set<ArrayBufferLike>();
  const wrong: unknown[] = [];
  let count = 0;
  const splitter = new SessionSplitter({
    field: () => undefined,
    item(_, json, start) {
      buffers.add(json.buffer);
      const isThere = Buffer.compare(json, bytes.subarray(start, start + json.length)) === 0;
      if (!isThere || Buffer.compare(json, Buffer.from(JSON.stringify(items[count]))) !== 0) wrong.push(count);
      count += 1;
    },
  });
  for (let at = 0; at < bytes.length; at += 60_001) splitter.write(bytes.subarray(at, at + 60_001));
  splitter.end();
  expect(wrong).toEqual([]);
  expect(count).toBe(items.length);
  expect(buffers.size).toBeLessThanOrEqual(4);
});
