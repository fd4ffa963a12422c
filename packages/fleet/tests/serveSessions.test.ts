import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { serveAnswers } from '../../../scripts/serve/serveApi.ts';
import { overviewOf } from '../../../src/replay/index.ts';
import { sumsOfSource } from '../../../src/session/list/sessionSums.ts';
import { type S3Server, startS3Server } from '../../../tests/helpers/s3Server.ts';
import { serveSessions } from '../src/serveSessions.ts';
import { plan, prepareFleet, tenantOf } from './testFleet.ts';

const fleet = prepareFleet();
const { work, enqueue, rowsOf, catalogue } = fleet;

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
  for (const [name, value] of Object.entries(s3.env)) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await s3?.close();
});

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const logs = (name: string): string => join(fleet.folder, name);

/** Two tenants with a session of the same name, one in a bucket, one in a folder. */
let served: Awaited<ReturnType<typeof serveSessions>>;
beforeEach(async () => {
  cpSync(join(import.meta.dirname, '../../../data/sources/claude-code'), logs('acme-logs/more'), { recursive: true });
  mkdirSync(logs('other-logs'));
  for (const name of ['acme', 'other']) writeFileSync(logs(`${name}-logs/plan.jsonl`), plan(`the plan of ${name}`));
  fleet.tenants = new Map([
    ['acme', { ...tenantOf(logs('acme-logs'), s3.place()), tokens: [hashOf('acme-token')] }],
    ['other', { ...tenantOf(logs('other-logs'), logs('other')), tokens: [hashOf('other-token')] }],
  ]);
  writeFileSync(logs('acme-logs/second.jsonl'), plan('what only acme has'));
  await enqueue();
  await work();
  const { database, queue, tenants } = fleet;
  served = await serveSessions({ database, queue, tenants, port: 0, host: '127.0.0.1' });
});
afterEach(() => served?.close());

const get = (path: string, token?: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${served.port}${path}`, {
    headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
  });

/** The path as it stands: `fetch` would resolve it. */
const getRaw = (path: string, token: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    request({ host: '127.0.0.1', port: served.port, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .once('error', reject)
      .end();
  });

it('answers as the serve of one machine does: list, search, facets, sums, and files by ranges', async () => {
  const total = (await rowsOf('acme')).length;
  const page = serveAnswers.Page.parse(await (await get('/api/sessions?limit=2', 'acme-token')).json());
  expect(page).toMatchObject({ total: { n: total, exact: true }, next: expect.any(String) });
  const rest = await (await get(`/api/sessions?after=${encodeURIComponent(page.next ?? '')}`, 'acme-token')).json();
  expect(rest.sessions).toHaveLength(total - 2);
  const found = serveAnswers.SearchPage.parse(await (await get('/api/search?text=session', 'acme-token')).json());
  expect(found.hits.length).toBeGreaterThan(0);
  serveAnswers.Facets.parse(await (await get('/api/facets', 'acme-token')).json());

  // The overview of the same sessions, added up by the catalogue, and from the pages of the list.
  const sums = await (await get('/api/sums', 'acme-token')).json();
  const { page: pageOf, facets } = catalogue('acme');
  const paged = await sumsOfSource({ page: pageOf, facets }, {});
  expect(sums).toEqual(JSON.parse(JSON.stringify(paged)));
  expect(overviewOf(sums).sessions).toBe(total);
  const byFormat = await (await get('/api/sums?format=planner', 'acme-token')).json();
  expect(overviewOf(byFormat).sessions).toBe(2);
  expect(overviewOf(await (await get('/api/sums?text=session', 'acme-token')).json()).sessions).toBe(found.total.n);

  const id = page.sessions[0]?.session_id ?? '';
  const whole = await get(`/api/sessions/${id}`, 'acme-token');
  const text = await whole.text();
  expect(JSON.parse(text).session_id).toBe(id);
  const tag = whole.headers.get('etag') ?? '';
  const part = await get(`/api/sessions/${id}`, 'acme-token', { range: 'bytes=2-9', 'if-range': tag });
  expect([part.status, await part.text()]).toEqual([206, text.slice(2, 10)]);
  expect((await get(`/api/sessions/${id}`, 'acme-token', { range: 'bytes=99999999-' })).status).toBe(416);
  expect(await (await get('/metrics')).text()).toContain('agent_replay_fleet_jobs{queue="convert",state="ready"} 0');

  // The same bytes from the bucket itself, by an address that is good for minutes, without a token.
  const address = await (await get(`/api/addresses/${id}`, 'acme-token')).json();
  expect(address).toMatchObject({ size: Buffer.byteLength(text), hash: tag.slice(1, -1) });
  expect(new URL(address.url).searchParams.get('X-Amz-Expires')).toBe('300');
  const direct = await fetch(address.url, { headers: { range: 'bytes=2-9' } });
  expect([direct.status, await direct.text()]).toEqual([206, text.slice(2, 10)]);
  expect(direct.headers.get('content-type')).toBe('application/octet-stream');
  const bent = new URL(address.url);
  bent.pathname = bent.pathname.replace(address.hash, '0'.repeat(64));
  expect((await fetch(bent)).status).toBe(403);
  const longer = new URL(address.url);
  longer.searchParams.set('X-Amz-Expires', '604800');
  expect((await fetch(longer)).status).toBe(403);
});

it('shows a tenant nothing of another: by id, search, sums, ranges, addresses, cursors, or tricks in names', async () => {
  const own = (await rowsOf('acme')).find((row) => row.id.includes('plan-of-acme'));
  const foreign = (await rowsOf('other')).find((row) => row.id.includes('plan-of-other'));
  const id = own?.id ?? '';
  for (const path of ['sessions', 'addresses'].map((each) => `/api/${each}/${id}`)) {
    expect((await get(path, 'acme-token')).status).toBe(200);
    expect((await get(path, 'other-token', { range: 'bytes=0-9' })).status).toBe(404);
  }
  expect((await get(`/api/addresses/${foreign?.id}`, 'other-token')).status).toBe(409);
  const search = await (await get('/api/search?text=acme', 'other-token')).json();
  expect(search).toMatchObject({ hits: [], total: { n: 0 } });
  const sums = await (await get('/api/sums', 'other-token')).json();
  expect(overviewOf(sums).sessions).toBe(1);
  const { next } = await (await get('/api/sessions?limit=1', 'acme-token')).json();
  const after = await (await get(`/api/sessions?after=${encodeURIComponent(next)}`, 'other-token')).text();
  expect(after).not.toContain('plan-of-acme');

  for (const token of [undefined, '', 'wrong', hashOf('acme-token'), 'acme-token,other-token'])
    expect((await get('/api/sessions', token)).status).toBe(401);
  const tricks = [
    `${id}/..%2f..%2f${foreign?.objects}/${foreign?.id}.json`,
    `..%2fother%2f${foreign?.objects}`,
    `${id}/../../other/${foreign?.objects}/${foreign?.id}.json`,
    `%2e%2e/other/${foreign?.id}`,
    `${id}/%00`,
    `${id}%00`,
    `${id}/${'a'.repeat(2000)}`,
    '',
  ];
  for (const trick of tricks)
    for (const kind of ['sessions', 'addresses'])
      expect([400, 404]).toContain(await getRaw(`/api/${kind}/${trick}`, 'acme-token'));
});

it('takes what is asked as data, whatever it looks like', async () => {
  const injections = [
    "' OR 1=1 --",
    "'; DROP TABLE ark.session; --",
    "a' & 'b",
    "\\' | !x",
    '$1',
    ':*',
    "x:A & (y | '",
  ];
  const before = await rowsOf('other');
  for (const text of injections) {
    const value = encodeURIComponent(text);
    for (const path of [
      `sessions?text=${value}`,
      `sums?text=${value}`,
      `facets?model=${value}`,
      `sessions?project=${value}`,
    ])
      expect((await get(`/api/${path}`, 'acme-token')).status).toBe(200);
    const cursor = Buffer.from(JSON.stringify([0, 0, text])).toString('base64url');
    for (const bad of [
      `sessions?sort=${value}`,
      `sessions?limit=${value}`,
      `sessions?after=${value}`,
      `sessions?from=${value}`,
    ])
      expect((await get(`/api/${bad}`, 'acme-token')).status).toBe(400);
    expect([200, 400]).toContain((await get(`/api/sessions?after=${cursor}`, 'acme-token')).status);
  }
  for (const bad of ['sessions?project=%00', 'sessions?unknown=1', `sessions?text=${'a'.repeat(2000)}`])
    expect((await get(`/api/${bad}`, 'acme-token')).status).toBe(400);
  expect((await get('/api/nothing', 'acme-token')).status).toBe(404);
  expect(await rowsOf('other')).toEqual(before);
});
