import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parsePort } from '../../scripts/localServer.ts';
import { serveFolder } from '../../scripts/serveFolder.ts';

const folder = mkdtempSync(join(tmpdir(), 'served-'));
const over = mkdtempSync(join(tmpdir(), 'served-over-'));
let url: string;
let server: Server;
beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), '<p>Studio');
  symlinkSync('/etc/passwd', join(folder, 'link.txt'));
  mkdirSync(join(folder, 'sessions'));
  for (const name of ['both', 'below']) writeFileSync(join(folder, `sessions/${name}.json`), '"below"');
  for (const name of ['both', 'above']) writeFileSync(join(over, `${name}.json`), '"above"');
  symlinkSync('/etc/passwd', join(over, 'link.json'));
  ({ url, server } = await serveFolder(folder, 0, { over: { path: '/sessions/', folder: over } }));
});
afterAll(() => {
  server.close();
  for (const each of [folder, over]) rmSync(each, { recursive: true, force: true });
});

test('serveFolder serves files, with headers that keep other pages from reading them', async () => {
  const response = await fetch(url);
  expect(await response.text()).toBe('<p>Studio');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-security-policy': "frame-ancestors 'self'",
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
});

test.each(['evil.example', '127.0.0.1', 'localhost:1'])(
  'serveFolder refuses a request to the host "%s"',
  async (host) => {
    const status = await new Promise((resolve, reject) => {
      request(url, { headers: { host } }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });
    expect([400, 403]).toContain(status);
  },
);

test.each(['link.txt', 'sessions/link.json', 'sessions/..%2Flink.txt', '..%2f..%2fetc/passwd'])(
  'serveFolder serves nothing outside for %s: it follows no link, and no way up',
  async (path) => expect((await fetch(url + path)).status).toBe(404),
);

test('serveFolder prefers files of the overlaid folder, and takes missing ones from the folder below', async () => {
  const said = await Promise.all(
    ['both', 'above', 'below'].map(async (name) => (await fetch(`${url}sessions/${name}.json`)).json()),
  );
  expect(said).toEqual(['above', 'above', 'below']);
});

test('serveFolder accepts no data', async () => {
  expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(405);
});

test.each([
  ['0', 0],
  ['4173', 4173],
  ['65535', 65_535],
  ['65536', undefined],
  ['0x50', undefined],
  ['1e3', undefined],
  ['', undefined],
  [' 80', undefined],
  ['80.0', undefined],
  ['-1', undefined],
])('parsePort of "%s" is %s', (text, port) => expect(parsePort(text)).toBe(port));
