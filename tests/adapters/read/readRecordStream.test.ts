import { describe, expect, it } from 'vitest';
import type { SourceItem } from '../../../src/adapters/index.ts';
import { readRecordStream, type StreamRecord } from '../../../src/adapters/read/readRecordStream.ts';
import { cpuMsOf } from '../../cpuTime.ts';
import { fileOf } from '../../helpers/sourceFiles.ts';

async function read(text: string, chunk = 7) {
  const bytes = new TextEncoder().encode(text);
  const codes: string[] = [];
  const items: SourceItem<StreamRecord>[] = [];
  const context = { report: ({ code }: { code: string }) => codes.push(code) };
  const accepts = (value: object) => 'type' in value;
  for await (const batch of readRecordStream(fileOf('a.log', bytes, chunk), { context, source: 0, accepts })) {
    for (const item of batch) items.push(item);
  }
  const at = ({ ref }: SourceItem<StreamRecord>) => {
    const start = ref.byte_offset ?? 0;
    return new TextDecoder().decode(bytes.subarray(start, start + (ref.byte_length ?? 0)));
  };
  return { items, codes, values: items.map((item) => (item.is === 'record' ? item.value : item.code)), at };
}

const json = (value: object, prefix = '') => ({ is: 'json', value, prefix });

describe('records of a stream', () => {
  it('are found on single lines, spread over lines, and as elements of a list', async () => {
    const { values } = await read(
      '{"type":"a"}\n{\n  "type": "b",\n  "n": [1]\n}\n[{"type":"c"},{"type":"d"}]\n[\n  {"type":"e"}\n]\n',
    );
    expect(values).toEqual([
      json({ type: 'a' }),
      json({ type: 'b', n: [1] }),
      json({ type: 'c' }),
      json({ type: 'd' }),
      json({ type: 'e' }),
    ]);
  });

  it('are found behind a truncated one, at the end of a file, too', async () => {
    const { values } = await read('{"type":"a"}\n{"type":"b","text{"type":"c","text":"whole"}');
    expect(values).toEqual([json({ type: 'a' }), 'torn-record', json({ type: 'c', text: 'whole' })]);
    const { values: torn } = await read('{"type":"a"}\n{"type":"b","inner":{"type":"c"}');
    expect(torn).toEqual([json({ type: 'a' }), 'torn-record']);
  });

  it('are found after a prefix, and other output is kept as text', async () => {
    const text =
      'npm warn x {y}\n[INFO] go\n2025-01-01T00:00:00Z {"type":"a"}\n[+00:03] [stdout] {\n  "type": "ü"\n}\ndone {"no":1}\n';
    const { values, items, at } = await read(text);
    expect(values).toEqual([
      { is: 'text', text: 'npm warn x {y}\n[INFO] go' },
      json({ type: 'a' }, '2025-01-01T00:00:00Z'),
      json({ type: 'ü' }, '[+00:03] [stdout]'),
      { is: 'text', text: 'done {"no":1}' },
    ]);
    expect(items.map(at)).toEqual([
      'npm warn x {y}\n[INFO] go',
      '{"type":"a"}',
      '{\n  "type": "ü"\n}',
      'done {"no":1}',
    ]);
  });

  it('may contain a string cut by a raw line break', async () => {
    const { values, codes } = await read('{"type":"a","text":"one\ntwo"}\n{"type":"b"}\n');
    expect(values).toEqual([json({ type: 'a', text: 'one\ntwo' }), json({ type: 'b' })]);
    expect(codes).toEqual(['joined-lines']);
  });

  it('are complete after a truncated one, on its line and on the next', async () => {
    const { values } = await read(
      '{"type":"a","text":"on{"type":"b"}\n{"type":"c","n":{"x":1\n{"type":"d"}\n{"type":"e',
    );
    expect(values).toEqual([
      'invalid-record',
      json({ type: 'b' }),
      'invalid-record',
      json({ type: 'd' }),
      'torn-record',
    ]);
  });

  it('are the same with NUL bytes, and however the bytes are chunked', async () => {
    const text = '\0\0{"type":"a"}\n\0\0\0\n{"type":"b","t":"x\ny"}\ntext\n';
    expect((await read(text, 1)).values).toEqual((await read(text, 1000)).values);
    expect((await read(text)).values).toEqual([
      json({ type: 'a' }),
      json({ type: 'b', t: 'x\ny' }),
      { is: 'text', text: 'text' },
    ]);
  });

  it('are found in linear time however many stand on one line', async () => {
    const took = await cpuMsOf(async () => {
      const { items, at } = await read('{"type":"é"}'.repeat(100_000), 65_536);
      expect(items).toHaveLength(100_000);
      expect(at(items[99_999] as (typeof items)[number])).toBe('{"type":"é"}');
    });
    expect(took).toBeLessThan(5000);
  });

  it('are found in linear time even if nothing is ever closed', async () => {
    const text = ' {"a": [\n'.repeat(60_000) + '{"a": "\n'.repeat(20_000);
    const took = await cpuMsOf(async () => {
      const { items } = await read(text, 65_536);
      expect(items.length).toBeGreaterThan(0);
    });
    expect(took).toBeLessThan(5000);
  });
});
