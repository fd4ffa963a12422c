import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type CatalogueReader, createCatalogueReader } from '../../../scripts/serve/catalogueReader.ts';
import { type Library, openLibrary } from '../../../scripts/serve/library.ts';
import { serveAnswers } from '../../../scripts/serve/serveApi.ts';
import { type SessionServer, serveSessions } from '../../../scripts/serve/serveSessions.ts';
import { createNotesStore } from '../../../src/loading/index.ts';

const samples = join(import.meta.dirname, '../../../data/sources/claude-code/projects/-home-lin-tide-table');
const log = 'd27f5a90-6b1c-4e3d-8f42-0a9b8c7d6e5f.jsonl';

const prices = { models: { tide: { input: 1, output: 2 } }, currency: 'USD', date: '2026-01-31' };

let home: string;
let out: string;
let library: Library;
let reader: CatalogueReader;
let served: SessionServer;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'ark-serve-'));
  out = join(home, 'sessions');
  const [logs, app] = [join(home, 'logs'), join(home, 'app')];
  mkdirSync(logs);
  mkdirSync(app);
  writeFileSync(join(app, 'index.html'), '<!doctype html><title>App</title>');
  writeFileSync(join(home, 'secret.txt'), 'secret');
  copyFileSync(join(samples, log), join(logs, log));
  let report: SessionServer['report'] = () => undefined;
  library = await openLibrary({ paths: [logs], out, project: home, report: (news) => report(news) });
  reader = createCatalogueReader(out, home);
  const pageParts = () => ({ script: 'render()', style: '' });
  served = await serveSessions({ out, notes: join(home, 'notes'), reader, library, app, pageParts, prices, port: 0 });
  report = served.report;
  await library.look();
});
afterAll(async () => {
  served.server.close();
  served.server.closeAllConnections();
  await library.close();
  await reader.close();
  rmSync(home, { recursive: true, force: true });
});

/** Sends the path as it is given: `fetch` would normalise it. */
function get(
  path: string,
  options: { method?: string; headers?: Record<string, string> } = {},
): Promise<[number, string]> {
  const { hostname, port, pathname } = new URL(served.url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path: `${pathname}${path}`, ...options }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () => resolve([response.statusCode ?? 0, text]));
    })
      .on('error', reject)
      .end();
  });
}

const json = async (path: string) => JSON.parse((await get(path))[1]);
const firstId = async (): Promise<string> => (await json('api/sessions')).sessions[0].session_id;

test('the list, its facets and a session answer in the forms that the schema names', async () => {
  const page = serveAnswers.Page.parse(await json('api/sessions?limit=10&sort=newest'));
  expect(page).toMatchObject({
    sessions: [{ source_format: 'claude-code', unread: true }],
    total: { n: 1, exact: true },
  });
  const facets = serveAnswers.Facets.parse(await json('api/facets'));
  expect(facets.format).toEqual([{ value: 'claude-code', n: 1 }]);
  const id = await firstId();
  const opened = serveAnswers.Opened.parse(await json(`api/session/${encodeURIComponent(id)}`));
  expect(opened).toEqual({ id, live: true, abridged: false });
  const session = await json(`sessions/${encodeURIComponent(id)}.json`);
  expect(session.session_id).toBe(id);
  const after = serveAnswers.Page.parse(await json('api/sessions'));
  expect(after.sessions[0]).toMatchObject({ session_id: id, tool_calls_count: session.tool_calls.length });
  expect(after.sessions[0]?.unread).toBeUndefined();
  const sums = serveAnswers.Sums.parse(await json('api/sums?format=claude-code'));
  expect(sums).toMatchObject({ exact: true, all: { sessions: 1 }, format: { parts: [{ value: 'claude-code' }] } });
});

test('the prices that the user gave work out costs in the app and in what is exported', async () => {
  expect(serveAnswers.Prices.parse(await json('api/prices'))).toEqual({ prices });
  const id = encodeURIComponent(await firstId());
  await json(`api/session/${id}`);
  expect((await get(`api/export/${id}.html`))[1]).toContain('2026-01-31');
});

test('a search gives the lines that hold the words, once a session was opened', async () => {
  await json(`api/session/${encodeURIComponent(await firstId())}`);
  const found = serveAnswers.SearchPage.parse(await json('api/search?text=tide'));
  expect(found.searches).toBe('everything');
  const [line] = found.hits[0]?.lines ?? [];
  const [from = 0, to = 0] = line?.ranges[0] ?? [];
  expect(line?.text.slice(from, to).toLowerCase()).toContain('tide');
});

test('a session can be exported as a page or as a text', async () => {
  const id = encodeURIComponent(await firstId());
  await json(`api/session/${id}`);
  const [status, page] = await get(`api/export/${id}.html`);
  expect([status, page.slice(0, 15)]).toEqual([200, '<!doctype html>']);
  const { headers } = await fetch(`${served.url}api/export/${id}.md`);
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''.*\.md$/);
});

test('notes are empty at first, kept when they are put, and of no other session or site', async () => {
  const id = await firstId();
  const address = `${served.url}api/notes/${encodeURIComponent(id)}`;
  const file = { format: 'agent-replay-notes', version: 1, session_id: id, notes: [] as object[] };
  const on = { kind: 'item', item: 'tool-001' };
  const noted = { ...file, notes: [{ id: 'note-1', on, text: 'Why?', created_at: '2026-04-22T09:00:00Z' }] };
  const put = async (body: object, { to = address, origin = new URL(served.url).origin } = {}): Promise<number> =>
    (await fetch(to, { method: 'PUT', body: JSON.stringify(body), headers: { origin } })).status;
  expect(await (await fetch(address)).json()).toEqual(file);
  expect(await put(noted, { origin: 'http://elsewhere.example' })).toBe(405);
  expect(await put({ ...noted, session_id: 'another' })).toBe(409);
  expect(await put(noted, { to: `${served.url}api/notes/..%2fsecret` })).toBe(404);
  expect(await put(noted, { to: `${served.url}api/session/${encodeURIComponent(id)}` })).toBe(405);
  expect(await (await fetch(address)).json()).toEqual(file);
  expect(await put(noted)).toBe(204);
  expect(await (await fetch(address)).json()).toEqual(noted);
  expect(JSON.parse(readFileSync(join(home, 'notes', `${id}.notes.json`), 'utf8'))).toEqual(noted);
});

test('notes written in two pages at once are all kept', async () => {
  const session = await firstId();
  const address = `${served.url}api/notes/${encodeURIComponent(session)}`;
  const { origin } = new URL(served.url);
  const send = globalThis.fetch;
  const put = (headers: object, notes: object[]): Promise<Response> => {
    const body = JSON.stringify({ format: 'agent-replay-notes', version: 1, session_id: session, notes });
    return send(address, { method: 'PUT', body, headers: { origin, ...headers } });
  };
  expect((await put({}, [])).status).toBe(204);
  // As a page of this server asks.
  vi.stubGlobal('fetch', (to: string, init: RequestInit = {}) =>
    send(to, { ...init, headers: { origin, ...init.headers } }),
  );
  const on = { kind: 'item' as const, item: 'tool-001' };
  const note = (text: string) => ({ id: 'note-1', on, text, created_at: '2026-04-22T09:00:00Z' });
  const [one, other] = [createNotesStore({ address, session }), createNotesStore({ address, session })];
  await Promise.all([one.load(), other.load()]);
  await Promise.all([one.save([note('from one')]), other.save([note('from the other')])]);
  const { notes } = (await (await fetch(address)).json()) as { notes: { text: string }[] };
  expect(notes.map(({ text }) => text).sort()).toEqual(['from one', 'from the other']);
  expect((await put({ 'if-match': '"none"' }, [])).status).toBe(412);
  vi.unstubAllGlobals();
});

test('an exported page has the notes in it, masked; notes that cannot be read are not left out in silence', async () => {
  const id = await firstId();
  const name = encodeURIComponent(id);
  await json(`api/session/${name}`);
  const on = { kind: 'item', item: 'tool-001' };
  const text = 'Is <b>this</b> the token ghp_16C7e42F292c6912E7710c838347Ae178B4a?';
  const notes = [{ id: 'note-1', on, text, created_at: '2026-04-22T09:00:00Z' }];
  mkdirSync(join(home, 'notes'), { recursive: true });
  const file = join(home, 'notes', `${id}.notes.json`);
  writeFileSync(file, JSON.stringify({ format: 'agent-replay-notes', version: 1, session_id: id, notes }));
  const [, page] = await get(`api/export/${name}.html`);
  expect(page).toContain('the token');
  expect(page).not.toContain('ghp_16C7e42F');
  writeFileSync(file, '{"notes":');
  const [status, problem] = await get(`api/export/${name}.html`);
  expect([status, serveAnswers.Problem.parse(JSON.parse(problem)).code]).toEqual([422, 'bad-notes']);
  rmSync(file);
});

describe('a request that cannot be answered', () => {
  test.each([
    ['api/sessions?limit=0', 400, 'bad-query'],
    ['api/sessions?colour=red', 400, 'bad-query'],
    ['api/sessions?after=nonsense', 400, 'bad-query'],
    ['api/search?text=%20', 400, 'bad-query'],
    ['api/session/2026-01-01-001-nothing', 404, 'no-such-session'],
    ['api/session/..%2f..%2fsecret', 404, 'no-such-session'],
    ['api/export/2026-01-01-001-nothing.html', 409, 'not-converted'],
    ['api/export/2026-01-01-001-nothing.exe', 404, 'no-such-address'],
    ['api/nothing', 404, 'no-such-address'],
    ['nothing.js', 404, 'no-such-address'],
    ['sessions/%2e%2e%2fsecret.json', 404, 'no-such-address'],
    ['sessions/index/catalogue.db', 404, 'no-such-address'],
    ['sessions/2026-01-01-001-a.content/..%2f..%2fsecret.txt', 404, 'no-such-address'],
    ['../secret.txt', 404, 'no-such-address'],
    ['..%2fsecret.txt', 404, 'no-such-address'],
  ])('%s is answered with %i and why', async (path, status, code) => {
    const [given, text] = await get(path);
    const { problem, ...rest } = serveAnswers.Problem.parse(JSON.parse(text));
    expect([given, rest]).toEqual([status, { code }]);
    expect(problem).toMatch(/\.$/);
  });

  test('from another site, or under the name of another host, is refused', async () => {
    const headers = { origin: 'http://evil.example' };
    expect((await get('api/read', { method: 'POST', headers }))[0]).toBe(405);
    expect((await get('api/sessions', { headers: { host: 'evil.example' } }))[0]).toBe(403);
    expect((await fetch(new URL('/api/sessions', served.url))).status).toBe(403);
  });

  test('changes nothing', async () => {
    const headers = { origin: new URL(served.url).origin };
    expect((await get('api/sessions', { method: 'POST', headers }))[0]).toBe(405);
    expect((await get(`api/session/${encodeURIComponent(await firstId())}`, { method: 'DELETE', headers }))[0]).toBe(
      405,
    );
  });
});

test('the app may run its own script only, and no other site may frame it', async () => {
  const { headers, status } = await fetch(served.url);
  expect(status).toBe(200);
  expect(headers.get('content-security-policy')).toContain("script-src 'self';");
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});

test('events report the state at once, and what changes after that', async () => {
  const { body, headers } = await fetch(`${served.url}api/events`);
  expect(headers.get('content-type')).toBe('text/event-stream');
  const stream = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async (until: string): Promise<void> => {
    while (!text.includes(until)) text += (await stream?.read())?.value ?? '';
  };
  await next('"is":"state"');
  copyFileSync(join(samples, log), join(home, 'logs', log.replace('d27f', 'e27f')));
  await next('"is":"list"');
  await stream?.cancel();
  for (const [, line] of text.matchAll(/^data: (.*)$/gm)) serveAnswers.Event.parse(JSON.parse(line ?? ''));
});

test('a page that reads no events any more is let go, and one that reads stays', async () => {
  const { hostname, port, pathname } = new URL(served.url);
  const reading = await fetch(`${served.url}api/events`);
  const drained = reading.body?.pipeTo(new WritableStream()).catch(() => 'cut off');
  const sleeping = connect(Number(port), hostname);
  sleeping.write(`GET ${pathname}api/events HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`);
  await once(sleeping, 'data');
  sleeping.pause();
  const setReaders = vi.spyOn(library, 'setReaders');
  const live = Array.from({ length: 1000 }, (_, n) => `2026-02-01-${n}-a-session-that-goes-on`);
  await vi.waitUntil(
    () => {
      for (let n = 0; n < 5; n += 1)
        served.report({ is: 'state', sessions: 1, unread: 0, reading: false, live, gone: [] });
      return setReaders.mock.lastCall?.[0] === 1;
    },
    { interval: 20, timeout: 20_000 },
  );
  setReaders.mockRestore();
  sleeping.destroy();
  await expect(Promise.race([drained, 'still open'])).resolves.toBe('still open');
});

test('nothing that was not asked for is converted', () => {
  expect(readdirSync(out).filter((name) => name.endsWith('.json'))).toHaveLength(1);
  expect(readFileSync(join(home, 'secret.txt'), 'utf8')).toBe('secret');
});
