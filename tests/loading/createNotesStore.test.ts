import { afterEach, expect, test, vi } from 'vitest';
import { createNotesStore } from '../../src/loading/index.ts';

afterEach(() => vi.unstubAllGlobals());

const note = { id: 'note-1', on: { kind: 'item', item: 'tool-001' }, text: 'Why?', created_at: '2026-04-22T09:00:00Z' };
const file = { format: 'agent-replay-notes', version: 1, session_id: 'tides', notes: [note] };

function load(body: unknown): Promise<unknown> {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body)));
  return createNotesStore({ address: 'notes.json', session: 'tides' }).load();
}

test('a file of notes on the session gives its notes', async () => {
  expect(await load(file)).toEqual([note]);
});

test.each<[string, unknown]>([
  ['another file', { version: 1 }],
  ['no object', null],
  ...[
    null,
    {},
    { kind: 'item' },
    { kind: 'line', item: 'tool-001', path: 5, side: 'new', line: 1 },
    { kind: 'range', from_ms: 'a' },
  ].map((on) => [`a note on ${JSON.stringify(on)}`, { ...file, notes: [{ ...note, on }] }] as [string, unknown]),
])('%s is refused in words', async (_, body) => {
  await expect(load(body)).rejects.toThrow('It is no file of notes');
});

test('notes on another session are refused: their items may have the same ids', async () => {
  await expect(load({ ...file, session_id: 'ferries' })).rejects.toThrow('notes on ferries, and this is tides');
});
