import { getEventListeners } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBell } from '../../../../scripts/etl/watch/createBell.ts';

let folder: string;
let ending: AbortController;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ark-bell-'));
  ending = new AbortController();
});
afterEach(() => {
  ending.abort();
  rmSync(folder, { recursive: true, force: true });
});

describe('createBell', () => {
  it('leaves nothing behind in a signal that outlives its waits', async () => {
    const bell = createBell([folder], ending.signal);
    const round = async (name: string): Promise<number> => {
      const next = bell.next();
      writeFileSync(join(folder, name), '');
      await next;
      return getEventListeners(ending.signal, 'abort').length;
    };
    const first = await round('1');
    await round('2');
    expect(await round('3')).toBe(first);
  });

  it('rings once for changes that follow one another, however long they go on', async () => {
    const bell = createBell([folder], ending.signal);
    let count = 0;
    const writing = setInterval(() => writeFileSync(join(folder, String(count++)), ''), 20);
    await bell.next();
    clearInterval(writing);
    expect(count).toBeGreaterThan(0);
  });

  it('ends a wait when the signal aborts, and every later one', async () => {
    const bell = createBell([folder], ending.signal);
    const next = bell.next();
    ending.abort();
    await next;
    await bell.next();
  });
});
