import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type LoadedSession, readSessionFile } from '../../src/loading/index.ts';
import { parseSessionText } from '../../src/session/index.ts';
import { replaySession } from '../../stories/data/replaySession.ts';
import { listFiles } from '../helpers/sourceFiles.ts';

const samples = join(import.meta.dirname, '../../data/sources/std001');
const older = listFiles(samples).filter((path) => path.endsWith('.json'));
const textOf = (change: object): string => JSON.stringify({ ...replaySession, ...change });

async function* inChunks(text: string, size = 5000): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

/** What is shown on the way, and at the end. */
async function readAll(text: string): Promise<{ shown: LoadedSession[]; loaded: LoadedSession }> {
  const shown: LoadedSession[] = [];
  const loaded = await readSessionFile(inChunks(text), { onSession: (each) => void shown.push(each) });
  return { shown, loaded };
}

test.each([1, 1000, 1_000_000])('reads a session from chunks of %i bytes', async (size) => {
  const { session, complete, diagnostics } = await readSessionFile(inChunks(textOf({}), size));
  expect(session).toEqual(JSON.parse(textOf({})));
  expect(complete).toBe(true);
  expect(diagnostics).toEqual([]);
});

test.each(older)('reads %s, in whatever shape it was written', async (path) => {
  const text = readFileSync(join(samples, path), 'utf8');
  const expected = parseSessionText(text, 'session.json');
  const { loaded } = await readAll(text);
  expect(loaded.session).toEqual(expected.session);
  expect(loaded.diagnostics).toEqual(expected.diagnostics);
});

test('takes the later of two lists with one name, as JSON does', async () => {
  const text = textOf({}).replace(/\}$/, `,"tool_calls":${JSON.stringify(replaySession.tool_calls)}}`);
  const { session } = (await readAll(text)).loaded;
  expect(session).toEqual(JSON.parse(text));
  expect(session.tool_calls).toHaveLength(replaySession.tool_calls.length);
});

test('reads a file with a mark of its byte order', async () => {
  expect((await readAll(`\uFEFF${textOf({})}`)).loaded.session).toEqual(JSON.parse(textOf({})));
});

test.each([
  ['an agent that is null', { agent: null }],
  ['calls that are none', { tool_calls: [null, 1, { call_id: 7 }], events: [{}] }],
  [
    'a call without a time or an output',
    { tool_calls: [{ ...replaySession.tool_calls[0], started_at: 'soon', output: undefined }] },
  ],
  ['no events', { events: undefined }],
  ['an empty list of phases', { phases: [] }],
  ['no message with its prompt', { user_prompt: 'Something that nobody said' }],
] as const)('never shows %s: what is shown is valid', async (_, change) => {
  const text = textOf(change);
  const expected = parseSessionText(text, 'session.json');
  const { shown, loaded } = await readAll(text);
  expect(loaded.session).toEqual(expected.session);
  expect(loaded.diagnostics).toEqual(expected.diagnostics);
  for (const { session } of shown) expect(parseSessionText(JSON.stringify(session)).diagnostics).toEqual([]);
});

test.each([
  ['', 'The file is not valid JSON. (line 1, column 1)'],
  ['<!doctype html><p>Start', 'The file is not valid JSON. (line 1, column 1)'],
  ['{"session_id": "a",\n "tool_calls": [}', 'The file is not valid JSON. (line 2, column 17)'],
  ['[]', 'The JSON is no session in any shape of STD-001.'],
  ['{"schema_version":"3.1","tool_calls":{}}', 'The JSON is no session in any shape of STD-001.'],
  ['{"type":"user"}', 'The JSON is no session in any shape of STD-001.'],
])('says of %j what is wrong, and where', async (text, message) => {
  await expect(readAll(text)).rejects.toThrow(message);
});

test('ends when it is aborted', async () => {
  const controller = new AbortController();
  const read = readSessionFile(inChunks(textOf({}), 10), { signal: controller.signal });
  controller.abort(new Error('enough'));
  await expect(read).rejects.toThrow('enough');
});
