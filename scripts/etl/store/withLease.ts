import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { lifeOf, type ProcessOwner, parseOwner, thisProcess } from '../processOwner.ts';
import type { LockOptions } from '../withLock.ts';
import { joinBytes, type Store, StoreError } from './contract.ts';

const RETRY_MS = 1000;
const FIRST_WORD_MS = 1500;
const NEXT_WORD_MS = 10_000;

/** How often an owner gives a sign of life, and how long one that gives none is believed to be alive. */
const BEAT_MS = 5000;
const SILENT_MS = 30_000;

interface Held {
  /** Tag of the lease as this process last wrote it. */
  tag: string;
  /** When that was begun, by this process's clock. */
  atMs: number;
  lost: boolean;
}

/**
 * Runs work while no other process holds the lease, an object of the store; waits as long as its owner lives. `beat` throws where the lease
 * was lost. An owner that cannot write the lease in time gives up before others may take it. Rejects with a {@link StoreError} where the
 * server ignores conditions of writes: two runs would not know of each other there.
 */
export async function withLease<Result>(
  store: Store,
  key: string,
  work: (beat: () => void) => Promise<Result>,
  { say, signal, silentMs = SILENT_MS }: LockOptions = {},
): Promise<Result> {
  const run = randomUUID();
  let beats = 0;
  const text = (): string => JSON.stringify({ ...thisProcess(), run, beats: beats++ });
  const write = (only: 'absent' | { tag: string }, content: string): Promise<string | undefined> =>
    store.put(key, () => [Buffer.from(content)], { only });
  const held: Held = {
    ...(await acquire(
      store,
      key,
      () => write('absent', text()),
      (tag) => write({ tag }, text()),
      { say, signal, silentMs },
    )),
    lost: false,
  };
  if ((await write('absent', text())) !== undefined) {
    await store.remove([key]);
    throw new StoreError(
      `${store.address}: this server ignores conditions of writes (If-None-Match), so that two runs at once would write over each other. Write into a folder with --out, and copy that; or use a server that knows them.`,
    );
  }
  const timer = setInterval(
    () => void renew(held, silentMs, (tag) => write({ tag }, text())),
    Math.min(BEAT_MS, silentMs / 6),
  );
  try {
    return await work(() => {
      if (held.lost || performance.now() - held.atMs > silentMs * 0.8)
        throw new StoreError(`${store.address}/${key} was lost while this run wrote. Run again.`);
    });
  } finally {
    clearInterval(timer);
    // Emptied, not removed: removing has no condition, and might hit the next owner's.
    if (!held.lost) await write({ tag: held.tag }, '').catch(() => undefined);
  }
}

async function renew(held: Held, silentMs: number, write: (tag: string) => Promise<string | undefined>): Promise<void> {
  const atMs = performance.now();
  if (held.lost || atMs - held.atMs > silentMs * 0.8) return;
  try {
    const before = held.tag;
    const tag = await write(before);
    if (tag !== undefined) [held.tag, held.atMs] = [tag, atMs];
    else if (held.tag === before) held.lost = true;
  } catch {
    // Tried again with the next beat, until it is too late.
  }
}

/** Waits until the lease is free, released or abandoned, and takes it. */
async function acquire(
  store: Store,
  key: string,
  create: () => Promise<string | undefined>,
  replace: (tag: string) => Promise<string | undefined>,
  { say, signal, silentMs }: LockOptions & { silentMs: number },
): Promise<{ tag: string; atMs: number }> {
  let seen = '';
  let sinceMs = performance.now();
  let nextWordMs = performance.now() + FIRST_WORD_MS;
  for (;;) {
    const atMs = performance.now();
    const lease = await store.stat(key);
    if (lease !== undefined && lease.tag !== seen) [seen, sinceMs] = [lease.tag, atMs];
    const owner = lease === undefined || lease.size === 0 ? undefined : await ownerOf(store, key);
    const isFree = lease?.size === 0 || (owner !== undefined && lifeOf(owner) === 'dead') || atMs - sinceMs >= silentMs;
    const tag = lease === undefined ? await create() : isFree ? await replace(lease.tag) : undefined;
    if (tag !== undefined) return { tag, atMs };
    if (atMs >= nextWordMs && lease !== undefined && lease.size > 0) {
      const who = owner === undefined ? 'another run' : `another run: process ${owner.pid} on ${owner.host}`;
      say?.(`Waiting for ${who}, which writes there, too (${store.address}/${key}).`);
      nextWordMs = atMs + NEXT_WORD_MS;
    }
    await sleep(Math.min(RETRY_MS, silentMs / 10), undefined, { signal });
  }
}

async function ownerOf(store: Store, key: string): Promise<ProcessOwner | undefined> {
  try {
    return parseOwner(String(await joinBytes(store.read(key, { start: 0, length: 4096 }))));
  } catch {
    // Its owner has just written it again.
    return undefined;
  }
}
