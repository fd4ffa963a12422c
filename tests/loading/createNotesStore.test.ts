import { afterEach, expect, test, vi } from 'vitest';
import { createNotesStore } from '../../src/loading/index.ts';
import type { Note } from '../../src/session/index.ts';

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

/** A server that keeps one file of notes, and names its versions where it is `versioned`. */
function serve({ versioned = true } = {}): { notes: () => Note[] } {
  let text = JSON.stringify({ ...file, notes: [] });
  let version = 1;
  const answer = (status: number, body: string | null): Response =>
    new Response(body, { status, headers: versioned ? { etag: `"${version}"` } : {} });
  vi.stubGlobal('fetch', async (_: string, { method, body = '', headers }: RequestInit = {}) => {
    if (method !== 'PUT') return answer(200, text);
    const expected = new Headers(headers).get('if-match');
    if (expected !== null && expected !== `"${version}"`) return answer(412, 'Somebody was faster.');
    text = String(body);
    version += 1;
    return answer(204, null);
  });
  return { notes: () => JSON.parse(text).notes };
}

const newNote = (id: string, text: string): Note => ({ ...(note as Note), id, text });
const store = () => createNotesStore({ address: 'notes.json', session: 'tides' });
const texts = (notes: readonly Note[]): string[] => notes.map(({ text }) => text);

test('notes that two pages write are all kept, each under an id of its own', async () => {
  const server = serve();
  const [one, other] = [store(), store()];
  await Promise.all([one.load(), other.load()]);
  await one.save([newNote('note-1', 'from one')]);
  const kept = await other.save([newNote('note-1', 'from the other')]);
  expect(texts(kept)).toEqual(['from one', 'from the other']);
  expect(server.notes()).toEqual(kept);
  expect(new Set(kept.map(({ id }) => id)).size).toBe(2);
});

test('a note that one page removed stays removed although another page wrote meanwhile, unless the other changed it', async () => {
  const server = serve();
  const [one, other] = [store(), store()];
  await one.load();
  const [a, b, c] = [newNote('note-1', 'a'), newNote('note-2', 'b'), newNote('note-3', 'c')];
  await one.save([a, b, c]);
  await other.load();
  await one.save([a, newNote('note-2', 'b, changed'), c]);
  expect(texts(await other.save([c]))).toEqual(['b, changed', 'c']);
  expect(texts(server.notes())).toEqual(['b, changed', 'c']);
});

test('a note that both pages changed is kept twice, one that both changed alike once', async () => {
  serve();
  const [one, other] = [store(), store()];
  await one.load();
  await one.save([newNote('note-1', 'a')]);
  await other.load();
  await one.save([newNote('note-1', 'mine'), newNote('note-2', 'alike')]);
  const kept = await other.save([newNote('note-1', 'yours'), newNote('note-2', 'alike')]);
  expect(texts(kept)).toEqual(['mine', 'alike', 'yours']);
});

test('saves that overlap keep what another page wrote before them', async () => {
  const server = serve();
  const [one, other] = [store(), store()];
  await Promise.all([one.load(), other.load()]);
  await one.save([newNote('note-1', 'theirs')]);
  const first = newNote('note-1', 'first');
  await Promise.all([other.save([first]), other.save([first, newNote('note-2', 'second')])]);
  expect(texts(server.notes()).sort()).toEqual(['first', 'second', 'theirs']);
});

test('a change that could not be saved is saved with the next one', async () => {
  const server = serve();
  const one = store();
  await one.load();
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', async () => new Response('The disk is full.', { status: 507 }));
  await expect(one.save([newNote('note-1', 'first')])).rejects.toThrow('The disk is full.');
  vi.stubGlobal('fetch', answer);
  await one.save([newNote('note-1', 'first'), newNote('note-2', 'second')]);
  expect(texts(server.notes())).toEqual(['first', 'second']);
});

test('a note of another page, once shown, can be taken away', async () => {
  const server = serve();
  const [one, other] = [store(), store()];
  await Promise.all([one.load(), other.load()]);
  await one.save([newNote('note-1', 'theirs')]);
  const [theirs, mine] = await other.save([newNote('note-1', 'mine')]);
  expect([theirs?.text, mine?.text]).toEqual(['theirs', 'mine']);
  await other.save([mine as Note]);
  expect(texts(server.notes())).toEqual(['mine']);
});

test('a server without versions keeps what it was sent last', async () => {
  const server = serve({ versioned: false });
  const one = store();
  await one.load();
  await one.save([newNote('note-1', 'a'), newNote('note-2', 'b')]);
  await one.save([newNote('note-2', 'b')]);
  expect(texts(server.notes())).toEqual(['b']);
});
