import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { joinBytes, type Store } from '../../scripts/etl/store/contract.ts';

const MB = 1024 * 1024;

/** Bytes in pieces of one size, which share a buffer, as those of staged sessions do. */
function* piecesOf(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  const buffer = Buffer.alloc(size);
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size);
    buffer.set(piece);
    yield buffer.subarray(0, piece.length);
  }
}

function patterned(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 1) bytes[at] = (at * 31 + (at >> 8)) & 0xff;
  return bytes;
}

const text = (value: string) => () => [Buffer.from(value)];

/** Tests the contract of a store; every implementation runs it. `open` gives an empty one. */
export function describeStore(name: string, open: () => Promise<Store> | Store): void {
  describe(name, () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    const read = async (key: string, range?: { start: number; length: number }): Promise<string> =>
      String(await joinBytes(store.read(key, range)));
    const keys = async (prefix?: string): Promise<string[]> => {
      const found: string[] = [];
      for await (const { key } of store.list(prefix)) found.push(key);
      return found.sort();
    };

    it('gives back what was put, whole and by ranges, under any key', async () => {
      const names = ['a.json', 'a/b/run #1?.jsonl', '测试/🙂 + % é.txt', '(1)!*;=@$,.txt', 'empty'];
      for (const key of names) await store.put(key, text(key === 'empty' ? '' : `in ${key}`));
      expect(await keys()).toEqual(names.toSorted());
      expect(await keys('a/')).toEqual(['a/b/run #1?.jsonl']);
      for (const key of names) {
        const whole = key === 'empty' ? '' : `in ${key}`;
        expect(await read(key)).toBe(whole);
        const [stat] = [await store.stat(key)];
        expect(stat).toMatchObject({ key, size: Buffer.byteLength(whole) });
        for await (const listed of store.list()) if (listed.key === key) expect(listed).toEqual(stat);
      }
      expect(await read('a.json', { start: 3, length: 2 })).toBe('a.');
      expect(await read('a.json', { start: 3, length: 1000 })).toBe('a.json');
      expect(await read('a.json', { start: 1000, length: 5 })).toBe('');
    });

    it('streams what is larger than its parts, and knows its hash', async () => {
      const bytes = patterned(33 * MB + 5);
      const tag = await store.put('large.bin', () => piecesOf(bytes, 700_001));
      expect((await store.stat('large.bin'))?.tag).toBe(tag);
      expect(Buffer.compare(await joinBytes(store.read('large.bin')), bytes)).toBe(0);
      const range = await joinBytes(store.read('large.bin', { start: 16 * MB - 3, length: 9 }));
      expect([...range]).toEqual([...bytes.subarray(16 * MB - 3, 16 * MB + 6)]);
      expect(await store.hash('large.bin')).toBe(createHash('sha256').update(bytes).digest('hex'));
      expect(await store.hash('nobody')).toBeUndefined();
    });

    it('writes under a condition only where it holds: of many writers at once, one succeeds', async () => {
      const tries = await Promise.all([1, 2, 3, 4].map((n) => store.put('one', text(`by ${n}`), { only: 'absent' })));
      expect(tries.filter((tag) => tag !== undefined)).toHaveLength(1);
      expect(await read('one')).toBe(`by ${tries.findIndex((tag) => tag !== undefined) + 1}`);
      const [tag = ''] = tries.filter((each) => each !== undefined);
      const later = await Promise.all([1, 2, 3].map((n) => store.put('one', text(`then ${n}`), { only: { tag } })));
      expect(later.filter((each) => each !== undefined)).toHaveLength(1);
      expect(await store.put('one', text('late'), { only: { tag } })).toBeUndefined();
      expect(await store.put('nobody', text('late'), { only: { tag } })).toBeUndefined();
      expect(await keys()).toEqual(['one']);
    });

    it('shows nothing of an object that was not finished, and keeps the one before', async () => {
      await store.put('kept', text('before'));
      const broken = async function* () {
        yield patterned(17 * MB);
        throw new Error('the disk of the source is gone');
      };
      await expect(store.put('kept', broken)).rejects.toThrow('the disk of the source is gone');
      await expect(store.put('new', broken)).rejects.toThrow('the disk of the source is gone');
      expect(await keys()).toEqual(['kept']);
      expect(await read('kept')).toBe('before');
    });

    it('says what is missing, and removes what is there', async () => {
      expect(await store.stat('nobody')).toBeUndefined();
      await expect(read('nobody')).rejects.toThrow(/nobody: there is no such object/);
      await store.put('a/<b>&', text('x'));
      await store.put('a/c', text('x'));
      await store.remove(['a/<b>&', 'never/there']);
      expect(await store.stat('a/<b>&')).toBeUndefined();
      expect(await keys()).toEqual(['a/c']);
    });

    it('refuses keys that would mean something else', async () => {
      for (const key of ['', '/a', 'a//b', '../a', 'a/./b', 'a/..', 'a\nb', '\ud800', 'x'.repeat(1025)]) {
        await expect(store.put(key, text('x'))).rejects.toThrow(/cannot be the key of an object/);
        await expect(store.stat(key)).rejects.toThrow(/cannot be the key/);
      }
      expect(await keys()).toEqual([]);
    });

    it('is a map from keys to bytes, whatever is done in whatever order', async () => {
      const key = fc.constantFrom('a', 'b/c', 'b/d', 'é');
      const step = fc.oneof(
        fc.record({ do: fc.constant('put' as const), key, value: fc.string() }),
        fc.record({ do: fc.constant('remove' as const), key, value: fc.constant('') }),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
          for (const each of await keys()) await store.remove([each]);
          const model = new Map<string, string>();
          for (const each of steps) {
            if (each.do === 'put') await store.put(each.key, text(each.value));
            else await store.remove([each.key]);
            if (each.do === 'put') model.set(each.key, each.value);
            else model.delete(each.key);
          }
          expect(await keys()).toEqual([...model.keys()].sort());
          for (const [each, value] of model) expect(await read(each)).toBe(Buffer.from(value).toString());
        }),
        { numRuns: 5 },
      );
    });
  });
}
