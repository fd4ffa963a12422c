import { request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { serveReplays } from '../../../scripts/agent-replay/serveReplays.ts';
import { replaySession } from '../../../stories/data/replaySession.ts';

const parts = { script: 'render()', style: '' };
const log = { session: replaySession, contents: [] };
const other = { session: { ...replaySession, task_title: '<b>Other</b>' }, contents: [] };

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
): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    request(url, options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => (text += piece));
      response.on('end', () => resolve([response.statusCode ?? 0, text]));
    })
      .on('error', reject)
      .end();
  });
}

test('the only replay is shown at once', async () => {
  const url = await serve([log]);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{24}\/$/);
  const [status, page] = await get(url);
  expect(status).toBe(200);
  expect(page).toContain(`<title>${replaySession.task_title}</title>`);
});

test('several are listed, with their titles as text', async () => {
  const url = await serve([log, other]);
  const [, list] = await get(url);
  expect(list).toContain('<a href="2">&lt;b>Other&lt;/b></a>');
  expect((await get(`${url}2`))[1]).toContain('<title>&lt;b>Other&lt;/b></title>');
});

test.each(['0', '3', '-1', '1.5', '..%2fetc', 'x'])('there is no replay at /%s', async (path) => {
  const url = await serve([log, other]);
  expect((await get(`${url}${path}`))[0]).toBe(404);
});

test('a request under the name of another host gets nothing', async () => {
  const url = await serve([log]);
  const [status, text] = await get(url, { headers: { host: 'evil.example' } });
  expect(status).toBe(403);
  expect(text).not.toContain(replaySession.task_title);
});

test('nothing can be sent', async () => {
  const url = await serve([log]);
  expect((await get(url, { method: 'POST' }))[0]).toBe(405);
});

test('who does not know the address gets nothing', async () => {
  const url = await serve([log, other]);
  const { origin, pathname } = new URL(url);
  const token = pathname.slice(1, -1);
  for (const path of ['/', '/1', '//1', `/${token.slice(1)}/`, `/${token}x/1`, `/${token.toLowerCase()}x/`]) {
    const [status, text] = await get(`${origin}${path}`);
    expect(status, path).toBe(403);
    expect(text).not.toContain(token);
    expect(text).not.toContain(replaySession.task_title);
  }
  expect((await get(`${origin}/${token}`))[0]).toBe(404);
  expect((await get(url))[0]).toBe(200);
});

test('every server has a token of its own', async () => {
  const first = new URL(await serve([log])).pathname;
  close?.();
  expect(new URL(await serve([log])).pathname).not.toBe(first);
});

test('pages elsewhere can neither frame nor embed a replay', async () => {
  const url = await serve([log]);
  const { headers } = await fetch(url);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-security-policy': "frame-ancestors 'none'",
    'x-frame-options': 'DENY',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
});
