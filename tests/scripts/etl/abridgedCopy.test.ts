import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bigSession } from '../../../benchmarks/bigSession.ts';
import { abridgeFile, originOf } from '../../../scripts/etl/abridgeFile.ts';
import { lookOf, prepareOutput, putSession, removeSession } from '../../../scripts/etl/sessionFolder.ts';
import type { StagedSession } from '../../../scripts/etl/staged.ts';
import { joinBytes } from '../../../scripts/etl/store/contract.ts';
import { openStore } from '../../../scripts/etl/store/openStore.ts';
import { withStoreOutput } from '../../../scripts/etl/store/storeOutput.ts';
import type { ToolCall } from '../../../src/session/index.ts';
import { type AbridgedOrigin, abridgeCall } from '../../../src/session/internal.ts';

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

const put = async (text: string, more: Partial<typeof options> = {}) =>
  (await putSession(out, stage(text), 'one', { ...options, ...more })).change;

const copy = (): string => join(out, 'one.abridged.gz');

function originOfCopy(): AbridgedOrigin {
  const [line = ''] = gunzipSync(readFileSync(copy())).toString().split('\n', 1);
  return (JSON.parse(`${line.replace(/,$/, '')}}`) as { abridged: AbridgedOrigin }).abridged;
}

test('a large session has an abridged copy, which is renewed and removed with it', async () => {
  expect(await put(long, { check: true })).toBe('written');
  expect(existsSync(copy())).toBe(false);
  await put(long);
  expect(originOfCopy()).toEqual(originOf(join(out, 'one.json')));
  expect(JSON.parse(gunzipSync(readFileSync(copy())).toString())).toMatchObject({
    session_id: 'big',
    tool_calls: { length: 11_700 },
  });

  const looked = lookOf(out, 'one');
  rmSync(copy());
  expect(lookOf(out, 'one')).not.toBe(looked);
  expect(await put(long)).toBe('unchanged');
  expect(existsSync(copy())).toBe(true);

  await put(long.replace('A long run', 'A longer run'));
  expect(originOfCopy()).toEqual(originOf(join(out, 'one.json')));

  await put(JSON.stringify(bigSession(10)));
  expect(existsSync(copy())).toBe(false);
  await put(long);
  removeSession(out, 'one');
  expect(existsSync(copy())).toBe(false);
});

test('a large session in a store has an abridged copy, too', async () => {
  const store = openStore(join(out, 'store'));
  const putAll = (...texts: readonly string[]) => {
    const folder = mkdtempSync(join(out, 'place-'));
    return withStoreOutput(store, { folder, check: false }, async (place) => {
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
  await withStoreOutput(store, { folder: mkdtempSync(join(out, 'place-')), check: false }, (place) =>
    Promise.resolve(place.remove('one')),
  );
  expect(await store.stat('one.abridged.gz')).toBeUndefined();
});

/** A session as it is written: a field or an item a line. */
function inLines({ tool_calls, events, ...rest }: ReturnType<typeof bigSession>): string {
  const lines = (list: readonly unknown[]) => `[\n${list.map((each) => JSON.stringify(each)).join(',\n')}\n],\n`;
  const phases = [{ phase: 'plan', marks: ['],', '"x": ['] }, { phase: '潮汐' }];
  const { session_id, ...head } = { ...rest, 'odd ": [': 1 };
  return [
    `{\n"session_id": ${JSON.stringify(session_id)},\n"phase_annotations": ${lines(phases)}`,
    ...Object.entries(head).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)},\n`),
    `"tool_calls": ${lines(tool_calls)}"events": ${lines(events)}"sub_sessions": [],\n"provenance": {}\n}\n`,
  ].join('');
}

function abridge(text: string) {
  const path = join(out, 'session.json');
  writeFileSync(path, text);
  const copied = gunzipSync(Buffer.concat([...abridgeFile(path)].map((piece) => Buffer.from(piece)))).toString();
  const { abridged, ...session } = JSON.parse(copied) as ReturnType<typeof bigSession> & { abridged: AbridgedOrigin };
  return { abridged, session };
}

test('a session in lines is abridged like the same session in another layout', () => {
  const { sub_sessions: _, ...big } = bigSession(2000);
  const [first, ...others] = big.tool_calls;
  if (first === undefined) throw new Error('The session has no call.');
  const wordy = { ...first, output: { ...first.output, result: { text: '潮汐\n'.repeat(200_000) } } };
  const text = inLines({ ...big, tool_calls: [wordy, ...others], sub_sessions: [] });
  const { session, abridged } = abridge(text);
  const [shortened] = session.tool_calls;
  const [, start, length] = /#bytes=(\d+)\+(\d+)/.exec(shortened?.content_refs?.[0]?.path ?? '') ?? [];

  expect(abridged).toEqual(originOf(join(out, 'session.json')));
  expect(
    JSON.parse(
      Buffer.from(text)
        .subarray(Number(start), Number(start) + Number(length))
        .toString(),
    ),
  ).toEqual(wordy);
  const withoutPlaces = (value: unknown) => JSON.stringify(value).replace(/#bytes=\d+\+\d+/g, '');
  const { session: other } = abridge(JSON.stringify(JSON.parse(text)));
  expect(JSON.parse(withoutPlaces(session))).toEqual(JSON.parse(withoutPlaces(other)));
});

test.each([
  ['as long as may stay', 'x'.repeat(700)],
  ['too long by one', 'x'.repeat(701)],
  ['of escapes that may stay', '"\\\n'.repeat(233)],
  ['of escapes, and too long', '"\\\n'.repeat(234)],
  ['that quotes the name of an output', '"text":"'.repeat(200)],
  ['that ends with a backslash', '\\'],
  ['of wide characters', '潮'.repeat(300)],
])('a text %s is shortened as it is in memory, wherever it stands', (_, text) => {
  const big = bigSession(2000);
  const [first, ...others] = big.tool_calls;
  if (first === undefined) throw new Error('The session has no call.');
  const printed = (output: string, more: object) => ({
    ...first,
    outcome: 'succeeded' as const,
    output: { ...first.output, result: { text: output, ...more } },
  });
  const calls = [
    printed(text, { note: 'z'.repeat(800) }),
    printed('short', { note: text }),
    {
      ...printed('short', {}),
      context_contribution: { type: 'command_output' as const, summary: '', full_content: text },
    },
    { ...printed('short', {}), input: { params: { text, note: 'z'.repeat(800) } } },
  ];
  const { session } = abridge(inLines({ ...big, tool_calls: [...calls, ...others], sub_sessions: [] }));
  const hash = (whole: string): string => createHash('sha256').update(whole).digest('hex');
  const withoutPlaces = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replace(/#bytes=\d+\+\d+/g, ''));
  expect(withoutPlaces(session.tool_calls.slice(0, calls.length))).toEqual(
    withoutPlaces(calls.map((call) => abridgeCall(call as ToolCall, { start: 0, length: 0 }, hash))),
  );
});

test('of the run of a subagent only long outputs are shortened, and all else stays byte for byte', () => {
  const big = bigSession(2000);
  const [first] = big.tool_calls;
  const [sub] = big.sub_sessions;
  if (first === undefined || sub === undefined) throw new Error('The session has no call or no subagent.');
  const call = (n: number, text: string) => ({
    ...first,
    call_id: `sub-001-tool-${n}`,
    outcome: 'succeeded' as const,
    output: { ...first.output, result: { text, note: 'z'.repeat(800) } },
  });
  const tool_calls = [call(1, 'short'), call(2, '潮'.repeat(4000)), call(3, '"\\\n'.repeat(400)), call(4, '')];
  const runs = [
    { ...sub, tool_calls, events: [] },
    { ...sub, tool_calls: [], events: [], note: 'n'.repeat(800) },
  ];
  const line = runs.map((run) => JSON.stringify(run)).join(',\n');
  const text = inLines({ ...big, sub_sessions: [] }).replace(
    '"sub_sessions": []',
    () => `"sub_sessions": [\n${line}\n]`,
  );
  const { session } = abridge(text);
  const [abridged, empty] = session.sub_sessions;
  const bytes = Buffer.from(text);
  const hash = (whole: string): string => createHash('sha256').update(whole).digest('hex');
  const expected = tool_calls.map((each) => {
    const length = Buffer.byteLength(JSON.stringify(each));
    return abridgeCall(each as ToolCall, { start: bytes.indexOf(JSON.stringify(each)), length }, hash);
  });
  expect(JSON.stringify(abridged)).toBe(JSON.stringify({ ...sub, tool_calls: expected, events: [] }));
  expect(JSON.stringify(empty)).toBe(JSON.stringify(runs[1]));
  expect(abridged?.tool_calls[1]?.content_refs?.length).toBe(1);
});

test('a session file that breaks off, or has a line that is no field, gets no copy', () => {
  expect(() => abridge('{\n"session_id": "one",\n"tool_calls": [\n{}\n],\n')).toThrow('ends before');
  expect(() => abridge('{\n"session_id": "one",\nno field\n}\n')).toThrow('beginning of a line');
});
