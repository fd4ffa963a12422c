import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDiskItems, type DiskItems } from '../../../scripts/etl/createDiskItems.ts';
import type { Item, ItemStore } from '../../../src/adapters/index.ts';

const reads = vi.hoisted(() => ({ count: 0, bytes: 0 }));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const readSync: typeof fs.readSync = (file: number, ...rest: unknown[]) => {
    const count = Reflect.apply(fs.readSync, undefined, [file, ...rest]) as number;
    reads.count += 1;
    reads.bytes += count;
    return count;
  };
  return { ...fs, readSync };
});

const ITEMS = 3000;
const text = 'what a command wrote '.repeat(100);

let folder = '';
let file: DiskItems;
let items: ItemStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'items-'));
  file = createDiskItems(join(folder, 'items'));
  items = file.createStore();
  for (let seq = 0; seq < ITEMS; seq += 1) items.put(seq, itemOf(seq));
  reads.count = 0;
  reads.bytes = 0;
});
afterEach(() => {
  file.close();
  rmSync(folder, { recursive: true, force: true });
});

function itemOf(seq: number): Item {
  return {
    seq,
    tool_name: 'Bash',
    input: { params: {} },
    started_at: '2026-02-03T04:05:06Z',
    duration_ms: 7,
    outcome: 'failed',
    output: { status: 'success', result: { text: `${seq} ${text}` } },
  } as unknown as Item;
}

it('createDiskItems reads items in order in a few large pieces', () => {
  for (let seq = 0; seq < ITEMS; seq += 1) expect(items.get(seq)).toEqual(itemOf(seq));
  expect(reads.count).toBeLessThan(20);
});

it('createDiskItems reads scattered items without their neighbours', () => {
  const seqs = Array.from({ length: 200 }, (_, n) => (n * 1777) % ITEMS);
  for (const seq of seqs) expect(items.get(seq)).toEqual(itemOf(seq));
  expect(reads.bytes).toBeLessThan(200 * text.length * 4);
});

it('createDiskItems continues in order where single items are read in between', () => {
  for (let seq = ITEMS / 2; seq < ITEMS; seq += 1) {
    expect(items.get(seq)).toEqual(itemOf(seq));
    if (seq % 50 === 0) expect(items.get(seq - ITEMS / 2)).toEqual(itemOf(seq - ITEMS / 2));
  }
  expect(reads.count).toBeLessThan(60);
});

it('createDiskItems keeps the items of many stores in one file, and in memory only those of the last ones', () => {
  const stores = Array.from({ length: 200 }, () => file.createStore());
  const before = process.memoryUsage().arrayBuffers;
  // Each store is filled, then all once more, in turn.
  for (const store of stores) for (let seq = 0; seq < 12; seq += 1) store.put(seq, itemOf(seq));
  for (const store of stores) store.put(12, itemOf(12));
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8e6);
  for (const store of stores.slice(0, 40)) {
    for (let seq = 0; seq <= 12; seq += 1) expect(store.get(seq)).toEqual(itemOf(seq));
  }
  const place = stores[3]?.rangeOf?.(12);
  const { start = 0, length = 0 } = place ?? {};
  expect(
    readFileSync(place?.file.path ?? '')
      .subarray(start, start + length)
      .toString(),
  ).toBe(JSON.stringify(itemOf(12)));
  expect(readdirSync(folder)).toHaveLength(1);
});
