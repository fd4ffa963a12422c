import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bigSession } from '../../benchmarks/bigSession.ts';
import { originOf } from '../../scripts/etl/abridgeFile.ts';
import { lookOf, prepareOutput, putSession, removeSession } from '../../scripts/etl/sessionFolder.ts';
import type { StagedSession } from '../../scripts/etl/stageSource.ts';
import type { AbridgedOrigin } from '../../src/session/internal.ts';

let out: string;
beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), 'abridged-'));
  prepareOutput(out);
});
afterEach(() => rmSync(out, { recursive: true, force: true }));

const long = JSON.stringify(bigSession(13_000));
const options = { check: false, mode: 0o600, beat: () => undefined };

function put(text: string, more: Partial<typeof options> = {}) {
  const path = join(out, 'index', 'staged');
  writeFileSync(path, text);
  const parts = [{ is: 'text', path, start: 0, length: Buffer.byteLength(text) }];
  const staged = { token: 'no such token', parts, contents: [], contentFolder: out, keepsContents: true };
  return putSession(out, staged as unknown as StagedSession, 'one', { ...options, ...more }).change;
}

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
