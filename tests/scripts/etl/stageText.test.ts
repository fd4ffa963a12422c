import { closeSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDiskItems, type DiskItems } from '../../../scripts/etl/createDiskItems.ts';
import { openStaged, stageText } from '../../../scripts/etl/stageSource.ts';
import {
  type AssembledSession,
  type Item,
  type ItemStore,
  type Readable,
  serializeSession,
} from '../../../src/adapters/index.ts';
import type { SessionEvent, ToolCall } from '../../../src/session/index.ts';

let folder: string;
let file: DiskItems;
let store: ItemStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stage-text-'));
  file = createDiskItems(join(folder, 'items'));
  store = file.createStore();
});

afterEach(() => {
  file.close();
  rmSync(folder, { recursive: true, force: true });
});

const items = new Map<number, Item>();
const isCall = (item: Item): boolean => 'tool_name' in item;

function put(seq: number, item: object): void {
  items.set(seq, item as Item);
  store.put(seq, item as Item);
}

const callOf = (seq: number, note: string) => ({
  seq,
  tool_name: 'exec',
  input: { params: {} },
  output: {},
  started_at: '2026-02-03T04:05:06Z',
  duration_ms: 7,
  outcome: 'failed',
  note,
});

/** Calls and events in turn; each tenth call is stored again later, and one is longer than a block. */
function fill(): void {
  items.clear();
  for (let seq = 1; seq <= 4000; seq += 1) {
    if (seq % 2 === 0) put(seq, { seq, event_id: `event-${seq}`, text: 'é and 漢字 '.repeat(seq % 7) });
    else put(seq, callOf(seq, seq === 1001 ? 'long '.repeat(80_000) : 'plain'));
    if (seq % 20 === 19) put(seq - 8, callOf(seq - 8, 'amended'));
  }
}

function session(placed: boolean): AssembledSession {
  const list = <Each>(calls: boolean): Readable<Each>[] =>
    [...items].flatMap(([seq, item]) => {
      if (isCall(item) !== calls) return [];
      const json = JSON.stringify(item);
      const each = { item: () => item as Each, json: () => json };
      return [placed ? { ...each, range: () => store.rangeOf?.(seq) } : each];
    });
  return {
    counts: { calls: { main: 0, inner: 0 }, failed: { main: 0, inner: 0 }, durationMs: 0 },
    head: { session_id: 'token' } as AssembledSession['head'],
    phases: () => [],
    calls: () => list<ToolCall>(true),
    events: () => list<SessionEvent>(false),
    subSessions: () => [],
  };
}

function stage(whole: boolean): { text: string; kinds: string[] } {
  const to = openStaged(join(folder, 'staged'), false);
  const parts = stageText(to, serializeSession(session(true)), whole);
  closeSync(to.file);
  const bytes = parts.map(({ path, start, length }) => readFileSync(path).subarray(start, start + length));
  return { text: Buffer.concat(bytes).toString(), kinds: parts.map(({ is }) => is) };
}

describe('stageText', () => {
  it('leaves items where they lie, and gives the same bytes together with them', () => {
    fill();
    const { text, kinds } = stage(false);
    expect(text).toBe([...serializeSession(session(false))].join(''));
    expect(kinds).toContain('items');
    expect(kinds.length).toBeLessThan(40);
  });

  it('copies items that will be removed', () => {
    fill();
    const { text, kinds } = stage(true);
    expect(text).toBe([...serializeSession(session(false))].join(''));
    expect(kinds).toEqual(['text']);
  });

  it('appends a session to those that the file holds already', () => {
    items.clear();
    put(1, callOf(1, 'short'));
    expect([stage(false).text, stage(false).text]).toEqual(
      Array.from({ length: 2 }, () => [...serializeSession(session(false))].join('')),
    );
  });

  it('creates no file for the items of a short session', () => {
    items.clear();
    for (let seq = 1; seq <= 20; seq += 1) put(seq, { seq, event_id: `event-${seq}`, text: 'a line' });
    expect(stage(false).text).toBe([...serializeSession(session(false))].join(''));
    expect(existsSync(join(folder, 'items'))).toBe(false);
  });

  it('returns what was stored, also before it is written and after others were read', () => {
    fill();
    for (const seq of [4000, 3999, 1, 2, 1001, 3991, 4000]) expect(store.get(seq)).toEqual(items.get(seq));
    put(4001, { seq: 4001, event_id: 'late' });
    expect(store.get(4001)).toEqual(items.get(4001));
    expect(store.get(4002)).toBeUndefined();
  });
});
