import { describe, expect, it } from 'vitest';
import { readDocument, readJsonDocument } from '../../../src/adapters/read/readDocument.ts';
import type { Diagnostic } from '../../../src/session/index.ts';
import { fileOf } from '../../helpers/sourceFiles.ts';

function reading() {
  const reported: Diagnostic[] = [];
  return { reported, options: { context: { report: (each: Diagnostic) => reported.push(each) }, source: 3 } };
}

async function itemsOf(content: string | Uint8Array, maxBytes?: number) {
  const { options } = reading();
  const items = [];
  const limit = maxBytes === undefined ? {} : { maxBytes };
  for await (const item of readJsonDocument(fileOf('a.json', content, 2), { ...options, ...limit })) items.push(item);
  return items;
}

describe('files that are one document', () => {
  it('are read completely, without a BOM, in chunks of any size', async () => {
    const { options, reported } = reading();
    const document = await readDocument(fileOf('a.md', '\ufeffHällo\n世界', 1), options);
    expect(document).toEqual({
      is: 'record',
      value: 'Hällo\n世界',
      ref: { source: 3, line: 1, byte_offset: 0, byte_length: 16 },
    });
    expect(reported).toEqual([]);
  });

  it('have U+FFFD for invalid UTF-8, which is reported', async () => {
    const { options, reported } = reading();
    const document = await readDocument(fileOf('a.md', new Uint8Array([0x61, 0xff])), options);
    expect(document).toMatchObject({ value: 'a\uFFFD' });
    expect(reported).toMatchObject([{ code: 'invalid-utf8' }]);
  });

  it('are JSON, broken, too large or empty', async () => {
    expect(await itemsOf('{"a": 1}')).toMatchObject([{ is: 'record', value: { a: 1 } }]);
    expect(await itemsOf('{"a": ')).toMatchObject([{ is: 'broken', code: 'invalid-json' }]);
    expect(await itemsOf('{"a": 1}', 4)).toMatchObject([{ is: 'broken', code: 'record-too-large' }]);
    expect(await itemsOf(' \n')).toEqual([]);
  });
});
