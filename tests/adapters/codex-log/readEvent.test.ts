import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexConversationLog, type LogIndexEntry, readEvent } from '../../../src/adapters/codex-log/index.ts';
import { readFolder } from '../../helpers/sourceFiles.ts';
import { scan } from './logText.ts';

const root = join(import.meta.dirname, '../../..');
const logs = new Map([
  ...readFolder(join(root, 'data/sources/codex-log')),
  ...readFolder(join(root, 'tests/fixtures/codex-log')),
]);

async function indexOf(bytes: Uint8Array): Promise<LogIndexEntry[]> {
  const index: LogIndexEntry[] = [];
  for await (const entry of indexConversationLog(bytes)) index.push(entry);
  return index;
}

function expectTiling(index: readonly LogIndexEntry[], length: number): void {
  let end = 0;
  for (const { byteOffset, byteLength } of index) {
    expect(byteOffset).toBe(end);
    end += byteLength;
  }
  expect(end).toBe(length);
}

describe('indexConversationLog and readEvent', () => {
  it.each([...logs])('cover %s without gaps and read each event from its bytes alone', async (_, bytes) => {
    const index = await indexOf(bytes);
    expectTiling(index, bytes.length);
    const placed = await scan(bytes);
    expect(index.map(({ type }) => type)).toEqual(placed.map(({ event }) => event.type));
    const reads: [number, number][] = [];
    const log = {
      index,
      read: (offset: number, length: number) => {
        reads.push([offset, length]);
        return bytes.subarray(offset, offset + length);
      },
    };
    for (const [position, { event }] of placed.entries()) expect(await readEvent(log, position)).toEqual(event);
    expect(reads).toEqual(index.map(({ byteOffset, byteLength }) => [byteOffset, byteLength]));
  });

  it('returns line numbers of the file', async () => {
    const bytes = logs.get('nested-whole.log') ?? new Uint8Array();
    const lines = new TextDecoder().decode(bytes).split('\n');
    const [, user, call] = await indexOf(bytes);
    expect(lines[(user?.line ?? 0) - 1]).toBe('user');
    expect(lines[(call?.line ?? 0) - 1]).toBe('exec');
  });

  it('reports a missing event', async () => {
    await expect(readEvent({ index: [], read: () => new Uint8Array() }, 0)).rejects.toThrow(RangeError);
  });

  it('covers any mixture of lines, however it is chunked', async () => {
    const lines = [...logs.values()].flatMap((bytes) => new TextDecoder().decode(bytes).split(/(?<=\n)/));
    const mixture = fc.array(fc.constantFrom(...lines), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(mixture, fc.nat(), async (picked, cut) => {
        const whole = new TextEncoder().encode(picked.join(''));
        const bytes = whole.subarray(0, whole.length - (cut % 20));
        const index = await indexOf(bytes);
        if (bytes.length > 0) expectTiling(index, bytes.length);
        expect(await scan(bytes, 7)).toEqual(await scan(bytes));
        const log = { index, read: (offset: number, length: number) => bytes.subarray(offset, offset + length) };
        for (const [position, { event }] of (await scan(bytes)).entries()) {
          expect(await readEvent(log, position)).toEqual(event);
        }
      }),
      { numRuns: 150 },
    );
  });
});
