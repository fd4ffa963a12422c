import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ServedSession, serveReplays } from '../../../scripts/agent-replay/serveReplays.ts';
import { abridgedName } from '../../../src/session/internal.ts';
import { replaySession } from '../../../stories/data/replaySession.ts';

const parts = { script: 'render()', style: '' };
const content = `${'a'.repeat(32)}.txt`;
const { session_id, task_title, created_at } = replaySession;
const entry = { session_id, task_title, created_at, tool_calls_count: 3, source_format: 'std001' };
let folder: string;
let log: ServedSession;
let other: ServedSession;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'replays-'));
  const contents = join(folder, 'one.content');
  mkdirSync(contents);
  mkdirSync(join(contents, `${'d'.repeat(32)}.txt`));
  writeFileSync(join(contents, content), 'abcdefghij');
  writeFileSync(join(contents, `${'b'.repeat(32)}.txt`), '');
  writeFileSync(join(folder, 'one.json'), JSON.stringify(replaySession));
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  symlinkSync(join(folder, 'secret.txt'), join(contents, `${'c'.repeat(32)}.txt`));
  log = { entry, file: join(folder, 'one.json'), contents };
  other = {
    ...log,
    entry: { ...entry, task_title: '<b>Other</b>\u202e', tool_calls_count: 1 },
    contents: join(folder, 'two.content'),
  };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let close: (() => void) | undefined;
afterEach(() => close?.());

async function serve(logs: Parameters<typeof serveReplays>[0]): Promise<string> {
  const { url, server } = await serveReplays(logs, parts, 0);
  close = () => server.close();
  return url;
}

function get(
  url: string,
  options: { headers?: Record<string, string>; method?: string } = {},
): Promise<[number, string, IncomingHttpHeaders]> {
  return new Promise((resolve, reject) => {
    // The path is sent as it is given: `URL` would normalise it.
    const { hostname, port, origin } = new URL(url);
    request({ hostname, port, path: url.slice(origin.length), ...options }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => (text += piece));
      response.on('end', () => resolve([response.statusCode ?? 0, text, response.headers]));
    })
      .on('error', reject)
      .end();
  });
}

test('serveReplays shows the only replay at once', async () => {
  const url = await serve([log]);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{24}\/$/);
  const [status, page] = await get(url);
  expect(status).toBe(200);
  expect(page).toContain(`<title>${replaySession.task_title}</title>`);
});

test('serveReplays names an abridged copy only where one lies', async () => {
  const asksForCopy = async (url: string): Promise<boolean> => (await get(url))[1].includes('abridged.gz');
  const url = await serve([log]);
  expect(await asksForCopy(url)).toBe(false);
  const copy = join(folder, abridgedName('one.json'));
  writeFileSync(copy, '');
  expect(await asksForCopy(url)).toBe(true);
  rmSync(copy);
});

test('serveReplays keeps the session out of the page, which fetches it from below the token', async () => {
  const url = await serve([log]);
  const [, page] = await get(url);
  expect(page).not.toContain(replaySession.tool_calls[0]?.call_id);
  const { address, contents } = JSON.parse(/type="application\/json"[^>]*>([^<]*)/.exec(page)?.[1] ?? '') as Record<
    string,
    string
  >;
  const [, session, headers] = await get(new URL(address ?? '', url).href);
  expect(JSON.parse(session)).toEqual(JSON.parse(JSON.stringify(replaySession)));
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
  expect((await get(new URL(`${contents}${content}`, url).href)).slice(0, 2)).toEqual([200, 'abcdefghij']);
});

describe('a request for a part of a content', () => {
  const asked = async (range: string, more: { headers?: Record<string, string>; method?: string } = {}) => {
    const url = `${await serve([log])}1/contents/${content}`;
    const [status, text, headers] = await get(url, { ...more, headers: { range, ...more.headers } });
    return [status, text, headers['content-range'], headers['content-length']];
  };

  test.each([
    ['bytes=0-3', 'abcd', 'bytes 0-3/10'],
    ['bytes=4-', 'efghij', 'bytes 4-9/10'],
    ['bytes=-2', 'ij', 'bytes 8-9/10'],
    ['bytes=-99', 'abcdefghij', 'bytes 0-9/10'],
    ['bytes=8-999999999999999', 'ij', 'bytes 8-9/10'],
  ])('%s gets that part', async (range, text, given) => {
    expect(await asked(range)).toEqual([206, text, given, String(text.length)]);
  });

  test.each([
    'bytes=10-',
    'bytes=10-20',
    'bytes=999999999999999-',
    'bytes=-0',
    'bytes=0-0,2-2',
    'bytes=0-0, -2',
    `bytes=${Array.from({ length: 1000 }, () => '0-').join(',')}`,
  ])('%s is refused: it lies outside, or is more than one part', async (range) => {
    const [status, text, given] = await asked(range);
    expect([status, given]).toEqual([416, 'bytes */10']);
    expect(text).not.toContain('a'.repeat(3));
  });

  test.each([
    'bytes=3-1',
    'bytes=-',
    'bytes=a-b',
    'bytes=0x0-0x1',
    'bytes=1.5-2',
    'bytes=--2',
    `bytes=0-${'9'.repeat(400)}`,
    'lines=0-1',
  ])('%s gets the whole: it is not a single range', async (range) => {
    expect(await asked(range)).toEqual([200, 'abcdefghij', undefined, '10']);
  });

  test('gets that part of the version that it names, until the file changes', async () => {
    const url = `${await serve([log])}1/contents/${content}`;
    const etag = String((await get(url))[2].etag);
    const of = async () => (await get(url, { headers: { range: 'bytes=0-3', 'if-range': etag } })).slice(0, 2);
    expect(await of()).toEqual([206, 'abcd']);
    const file = join(log.contents, content);
    utimesSync(file, new Date(), new Date(Date.now() + 5000));
    expect(await of()).toEqual([200, 'abcdefghij']);
  });

  test('gets the whole of another version, and no body for a request of the headers only', async () => {
    expect(await asked('bytes=0-3', { headers: { 'if-range': '"x"' } })).toEqual([200, 'abcdefghij', undefined, '10']);
    expect(await asked('bytes=0-3', { method: 'HEAD' })).toEqual([200, '', undefined, '10']);
  });

  test('gets none from an empty content', async () => {
    const url = `${await serve([log])}1/contents/${'b'.repeat(32)}.txt`;
    expect((await get(url)).slice(0, 2)).toEqual([200, '']);
    expect((await get(url, { headers: { range: 'bytes=0-' } }))[0]).toBe(416);
  });
});

test.each([
  '1/contents/../../secret.txt',
  '1/contents/..%2f..%2fsecret.txt',
  '1/contents/%2e%2e/%2e%2e/secret.txt',
  '1/contents/..\\..\\secret.txt',
  '1/../1/session.json',
  '1//session.json',
  '1/session.json/',
  '1/contents/',
  '1/contents',
  `1/contents/${content}/`,
  `1/contents/${content}%00`,
  `1/contents/${content.toUpperCase()}`,
  `1/contents/${'c'.repeat(32)}.txt`,
  `1/contents/${'d'.repeat(32)}.txt`,
  `1/contents/${'e'.repeat(32)}.txt`,
  '1/contents//etc/passwd',
  `2/contents/${content}`,
  '3/session.json',
  '01/session.json',
  'session.json',
  `contents/${content}`,
])('serveReplays finds nothing at %s', async (path) => {
  const [status, text] = await get(`${await serve([log, other])}${path}`);
  expect(status).toBe(404);
  expect(text).not.toMatch(/secret|abcdefghij/);
});

test('serveReplays lists several replays, with their titles as text', async () => {
  const url = await serve([log, other]);
  const [, list] = await get(url);
  expect(list).toContain('<a href="2">&lt;b>Other&lt;/b></a>');
  expect(list).toMatch(/ 3 calls,[\s\S]* 1 call,/);
  expect((await get(`${url}2`))[1]).toContain('<title>&lt;b>Other&lt;/b></title>');
});

test.each(['0', '3', '-1', '1.5', '..%2fetc', 'x'])('serveReplays has no replay at /%s', async (path) => {
  const url = await serve([log, other]);
  expect((await get(`${url}${path}`))[0]).toBe(404);
});

test('serveReplays refuses a request under the name of another host', async () => {
  const url = await serve([log]);
  const [status, text] = await get(url, { headers: { host: 'evil.example' } });
  expect(status).toBe(403);
  expect(text).not.toContain(replaySession.task_title);
});

test('serveReplays accepts no data', async () => {
  const url = await serve([log]);
  expect((await get(url, { method: 'POST' }))[0]).toBe(405);
});

test('serveReplays refuses a request without the token', async () => {
  const url = await serve([log, other]);
  const { origin, pathname } = new URL(url);
  const token = pathname.slice(1, -1);
  const below = `1/contents/${content}`;
  const others = ['/', '/1', '//1', `/${token.slice(1)}/`, `/${token}x/1`, `/${token.toLowerCase()}x/`];
  for (const path of [...others, '/1/session.json', `/x/${below}`, `/${below}`, `/x/../${token}/${below}`]) {
    const [status, text] = await get(`${origin}${path}`);
    expect(status, path).toBe(403);
    expect(text).not.toContain(token);
    expect(text).not.toContain(replaySession.task_title);
    expect(text).not.toContain('abcdefghij');
  }
  expect((await get(`${origin}/${token}`))[0]).toBe(404);
  expect((await get(url))[0]).toBe(200);
});

test('serveReplays gives every server a token of its own', async () => {
  const first = new URL(await serve([log])).pathname;
  close?.();
  expect(new URL(await serve([log])).pathname).not.toBe(first);
});

test('serveReplays forbids other pages to frame or embed a replay', async () => {
  const url = await serve([log]);
  for (const path of ['', '1', '1/session.json', `1/contents/${content}`]) {
    const { headers } = await fetch(`${url}${path}`);
    expect(Object.fromEntries(headers), path).toMatchObject({
      'content-security-policy': "frame-ancestors 'none'",
      'x-frame-options': 'DENY',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  }
});

describe('notes', () => {
  const file = { format: 'agent-replay-notes', version: 1, session_id, notes: [] as object[] };
  const note = {
    id: 'note-1',
    on: { kind: 'item', item: 'tool-001' },
    text: 'Why?',
    created_at: '2026-04-22T09:00:00Z',
  };

  async function serveNotes(): Promise<{
    address: string;
    kept: string;
    put: (body: string, origin?: string) => Promise<number>;
  }> {
    const notes = join(folder, 'notes');
    const { url, server } = await serveReplays([log], parts, 0, { notes });
    close = () => server.close();
    const address = `${url}1/notes.json`;
    const { origin: own } = new URL(url);
    return {
      address,
      kept: join(notes, `${session_id}.notes.json`),
      put: async (body, origin = own) => (await fetch(address, { method: 'PUT', body, headers: { origin } })).status,
    };
  }

  test('are empty at first, and what is put is given again', async () => {
    const { address, kept, put } = await serveNotes();
    expect(JSON.parse((await get(address))[1])).toEqual(file);
    expect(await put(JSON.stringify({ ...file, notes: [note] }))).toBe(204);
    expect(JSON.parse((await get(address))[1])).toEqual({ ...file, notes: [note] });
    expect(JSON.parse(readFileSync(kept, 'utf8')).notes).toEqual([note]);
  });

  test('are refused from other sites, of other sessions, and where they are none', async () => {
    const { address, kept, put } = await serveNotes();
    rmSync(kept, { force: true });
    expect(await put(JSON.stringify(file), 'http://elsewhere.example')).toBe(405);
    expect(await put(JSON.stringify({ ...file, session_id: 'another' }))).toBe(409);
    expect(await put('{"notes":')).toBe(422);
    expect(existsSync(kept)).toBe(false);
    expect(
      (
        await fetch(address.replace('notes.json', 'session.json'), {
          method: 'PUT',
          headers: { origin: new URL(address).origin },
        })
      ).status,
    ).toBe(405);
    symlinkSync(join(folder, 'secret.txt'), kept);
    expect(JSON.parse((await get(address))[1])).toEqual(file);
  });
});
