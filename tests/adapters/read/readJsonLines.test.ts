import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJsonLines, type SourceItem } from '../../../src/adapters/index.ts';
import type { Diagnostic } from '../../../src/session/index.ts';
import { cpuMsOf } from '../../cpuTime.ts';
import { fileOf } from '../../helpers/sourceFiles.ts';

async function read(content: string | Uint8Array, chunkBytes = 1024, maxLineBytes?: number) {
  const diagnostics: Diagnostic[] = [];
  const items: SourceItem<unknown>[] = [];
  const context = { report: (diagnostic: Diagnostic) => void diagnostics.push(diagnostic) };
  const limit = maxLineBytes === undefined ? {} : { maxLineBytes };
  for await (const batch of readJsonLines(fileOf('log.jsonl', content, chunkBytes), { context, source: 0, ...limit })) {
    for (const item of batch) items.push(item);
  }
  return { items, codes: diagnostics.map(({ code }) => code) };
}

const values = (items: readonly SourceItem<unknown>[]) =>
  items.map((item) => (item.is === 'record' ? item.value : `broken ${item.code}`));

const bytes = (text: string) => new TextEncoder().encode(text);

describe('readJsonLines', () => {
  it('returns each record with its line and its byte offset', async () => {
    const { items } = await read('{"a":"é"}\n\n{"b":2}\n');
    expect(items).toEqual([
      { is: 'record', value: { a: 'é' }, ref: { source: 0, line: 1, byte_offset: 0, byte_length: 11 } },
      { is: 'record', value: { b: 2 }, ref: { source: 0, line: 3, byte_offset: 12, byte_length: 8 } },
    ]);
  });

  it('omits a BOM but counts its bytes', async () => {
    const { items } = await read('\uFEFF{"a":1}\r\n{"b":2}\r\n', 2);
    expect(values(items)).toEqual([{ a: 1 }, { b: 2 }]);
    expect(items[0]?.ref.byte_offset).toBe(3);
  });

  it('distinguishes a torn last record from an invalid one in the middle', async () => {
    const { items } = await read('{"a":1}\n{"b":\n{"c":3}\n{"d":');
    expect(values(items)).toEqual([{ a: 1 }, 'broken invalid-record', { c: 3 }, 'broken torn-record']);
  });

  it('separates objects on one line, and keeps the text after an invalid part as broken', async () => {
    const { items, codes } = await read('{"a":"}{"}{"b":[1]}{"c":\n');
    expect(values(items)).toEqual([{ a: '}{' }, { b: [1] }, 'broken invalid-record']);
    expect(codes).toEqual(['glued-records']);
    expect(items[1]?.ref).toMatchObject({ byte_offset: 10, byte_length: 9 });
  });

  it('separates any number of objects on one line in linear time, each at its bytes', async () => {
    const took = await cpuMsOf(async () => {
      const { items } = await read('{"a":"é"}'.repeat(200_000), 65_536);
      expect(items).toHaveLength(200_000);
      expect(items.at(-1)?.ref).toMatchObject({ line: 1, byte_offset: 199_999 * 10, byte_length: 10 });
    });
    expect(took).toBeLessThan(5000);
  });

  it('removes NUL bytes', async () => {
    const { items, codes } = await read('\0\0\0\n{"a":\0"b"}\n');
    expect(values(items)).toEqual([{ a: 'b' }]);
    expect(codes).toEqual(['nul-bytes', 'nul-bytes']);
  });

  it('replaces invalid UTF-8 and reports it once', async () => {
    const { items, codes } = await read(
      Buffer.concat([bytes('{"a":"'), Buffer.from([0xff]), bytes('"}\n{"b":"\uFFFD"}\n')]),
    );
    expect(values(items)).toEqual([{ a: '\uFFFD' }, { b: '\uFFFD' }]);
    expect(codes).toEqual(['invalid-utf8']);
  });

  it('skips a line above the limit without storing it', async () => {
    const { items } = await read(`{"a":1}\n{"b":"${'x'.repeat(500)}"}\n{"c":3}\n`, 16, 100);
    expect(values(items)).toEqual([{ a: 1 }, 'broken record-too-large', { c: 3 }]);
    expect(items[1]?.ref).toEqual({ source: 0, line: 2, byte_offset: 8, byte_length: 508 });
    expect(items[2]?.ref.line).toBe(3);
  });

  it('keeps a key named __proto__ as a key', async () => {
    const { items } = await read('{"__proto__":{"polluted":true}}\n');
    expect(Object.keys(items[0]?.is === 'record' ? (items[0].value as object) : {})).toEqual(['__proto__']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('returns the same items however the bytes are chunked', async () => {
    const line = fc.oneof(
      fc.json(),
      fc.string(),
      fc.constant(''),
      fc.constant('{"a":1}{"b":2}'),
      fc.constant('\0'),
      fc.constant('{"汉字":"🙂"}'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.integer({ min: 1, max: 40 }), fc.boolean(), async (lines, size, ended) => {
        const content = lines.join('\n') + (ended ? '\n' : '');
        expect(await read(content, size)).toEqual(await read(content, 1 << 20));
      }),
    );
  });

  it('returns any JSON values that were written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.dictionary(fc.string(), fc.jsonValue())), async (records) => {
        const { items } = await read(records.map((record) => JSON.stringify(record)).join('\r\n'));
        expect(values(items)).toEqual(JSON.parse(JSON.stringify(records)));
      }),
    );
  });
});
