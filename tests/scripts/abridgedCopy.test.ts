import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bigSession } from '../../benchmarks/bigSession.ts';
import { originOf } from '../../scripts/etl/abridgeFile.ts';
import { lookOf, prepareOutput, putSession, removeSession } from '../../scripts/etl/sessionFolder.ts';
import type { StagedSession } from '../../scripts/etl/stageSource.ts';
import { joinBytes } from '../../scripts/etl/store/contract.ts';
import { openStore } from '../../scripts/etl/store/openStore.ts';
import { withStorePlace } from '../../scripts/etl/store/storePlace.ts';
import type { AbridgedOrigin } from '../../src/session/internal.ts';

let out: string;
beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), 'abridged-'));
  prepareOutput(out);
});
afterEach(() => rmSync(out, { recursive: true, force: true }));

const long = JSON.stringify(bigSession(13_000));
const options = { check: false, mode: 0o600, beat: () => undefined };

function stage(text: string): StagedSession {
  const path = join(out, 'index', 'staged');
  writeFileSync(path, text);
  const parts = [{ is: 'text', path, start: 0, length: Buffer.byteLength(text) }];
  const staged = { token: 'no such token', parts, contents: [], contentFolder: out, keepsContents: true };
  return staged as unknown as StagedSession;
}

const put = (text: string, more: Partial<typeof options> = {}) =>
  putSession(out, stage(text), 'one', { ...options, ...more }).change;

const copy = (): string => join(out, 'one.abridged.gz');

function originOfCopy(): AbridgedOrigin {
  const [line = ''] = gunzipSync(readFileSync(copy())).toString().split('\n', 1);
  return (JSON.parse(`${line.replace(/,$/, '')}}`) as { abridged: AbridgedOrigin }).abridged;
}

test('a large session has a copy that follows it, and goes with it', () => {
  expect(put(long, { check: true })).toBe('written');
  expect(existsSync(copy())).toBe(false);
  put(long);
  expect(originOfCopy()).toEqual(originOf(join(out, 'one.json')));
  expect(JSON.parse(gunzipSync(readFileSync(copy())).toString())).toMatchObject({
    session_id: 'big',
    tool_calls: { length: 11_700 },
  });

  const looked = lookOf(out, 'one');
  rmSync(copy());
  expect(lookOf(out, 'one')).not.toBe(looked);
  expect(put(long)).toBe('unchanged');
  expect(existsSync(copy())).toBe(true);

  put(long.replace('A long run', 'A longer run'));
  expect(originOfCopy()).toEqual(originOf(join(out, 'one.json')));

  put(JSON.stringify(bigSession(10)));
  expect(existsSync(copy())).toBe(false);
  put(long);
  removeSession(out, 'one');
  expect(existsSync(copy())).toBe(false);
});

test('so has one in a store', async () => {
  const store = openStore(join(out, 'store'));
  const putAll = (...texts: readonly string[]) => {
    const folder = mkdtempSync(join(out, 'place-'));
    return withStorePlace(store, { folder, check: false }, async (place) => {
      const changes = [];
      for (const text of texts) changes.push((await place.put(stage(text), 'one', options)).change);
      return changes;
    });
  };
  const bytesOf = async (key: string) => Buffer.from(await joinBytes(store.read(key)));
  await putAll(long);
  writeFileSync(join(out, 'one.json'), await bytesOf('one.json'));
  writeFileSync(copy(), await bytesOf('one.abridged.gz'));
  expect(originOfCopy()).toEqual(originOf(join(out, 'one.json')));

  const { tag } = (await store.stat('one.abridged.gz')) ?? {};
  expect(await putAll(long)).toEqual(['unchanged']);
  expect((await store.stat('one.abridged.gz'))?.tag).toBe(tag);
  await store.remove(['one.abridged.gz']);
  expect(await putAll(long)).toEqual(['unchanged']);
  expect(await store.stat('one.abridged.gz')).toBeDefined();

  expect(await putAll(JSON.stringify(bigSession(10)))).toEqual(['written']);
  expect(await store.stat('one.abridged.gz')).toBeUndefined();
  await putAll(long);
  await withStorePlace(store, { folder: mkdtempSync(join(out, 'place-')), check: false }, (place) =>
    Promise.resolve(place.remove('one')),
  );
  expect(await store.stat('one.abridged.gz')).toBeUndefined();
});
