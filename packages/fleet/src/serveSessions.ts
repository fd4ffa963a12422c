import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isKey, type Store } from '../../../scripts/etl/store/contract.ts';
import { openStore } from '../../../scripts/etl/store/openStore.ts';
import { readAsked } from '../../../scripts/serve/serveApi.ts';
import type { Database } from './database.ts';
import type { Tenant } from './fleetTenants.ts';
import type { JobQueue } from './jobQueue.ts';
import { openPostgresCatalogue, type PostgresCatalogue } from './postgresCatalogue.ts';
import { metricsOf, statusOf } from './status.ts';

export interface ServeOptions {
  database: Database;
  queue: JobQueue;
  tenants: ReadonlyMap<string, Tenant>;
  /** 0 for any free one. */
  port: number;
  host: string;
}

/** A request that is answered with a status and a sentence. */
class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

interface Asked {
  url: URL;
  request: IncomingMessage;
  response: ServerResponse;
  tenant: Tenant;
  catalogue: PostgresCatalogue;
}

/** How long an address of the bucket is good for: a page that loads a session asks again for what comes later. */
const ADDRESS_SECONDS = 300;

/**
 * Serves the sessions of each tenant to whoever has one of its tokens: `GET /api/sessions`, `/api/facets`, `/api/sums` and `/api/search`, with the
 * parameters of a machine's own `serve`; the files of a session below `/api/sessions/ID`, by ranges, and below `/api/addresses/ID` addresses at
 * which the bucket itself tells them. `/metrics` and `/healthz` need no token and tell of no session.
 */
export async function serveSessions(options: ServeOptions): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    answer(request, response, options).catch((error: unknown) => {
      const status = statusFor(error);
      // What went wrong inside is for the log alone.
      const message = status === 500 ? 'The server failed.' : (error as Error).message;
      if (status === 500) process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      if (response.headersSent) response.destroy();
      else send(response, status, { error: message });
    });
  });
  await new Promise<void>((resolve) => server.listen(options.port, options.host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, options: ServeOptions): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://fleet');
  if (request.method !== 'GET' && request.method !== 'HEAD') throw new Refusal(405, 'Only GET is answered.');
  if (url.pathname === '/healthz') return send(response, 200, { ok: true });
  if (url.pathname === '/metrics') {
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' });
    return void response.end(metricsOf(await statusOf(options)));
  }
  const found = tenantOf(request, options.tenants);
  if (found === undefined) {
    response.setHeader('www-authenticate', 'Bearer');
    throw new Refusal(401, 'A token of a tenant is needed: Authorization: Bearer …');
  }
  const [name, tenant] = found;
  const catalogue = openPostgresCatalogue({ database: options.database, tenant: name, fingerprint: '' });
  const asked: Asked = { url, request, response, tenant, catalogue };
  if (url.pathname.startsWith('/api/sessions/')) return sendFile(asked);
  if (url.pathname.startsWith('/api/addresses/')) return sendAddress(asked);
  const { query, options: page } = readAsked(url.searchParams);
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const { signal } = gone;
  switch (url.pathname) {
    case '/api/sessions':
      return send(response, 200, await catalogue.page(query, { ...page, signal }));
    case '/api/search':
      return send(response, 200, {
        ...(await catalogue.search(query, { ...page, signal })),
        searches: catalogue.searches,
      });
    case '/api/facets':
      return send(response, 200, await catalogue.facets(query, { signal }));
    case '/api/sums':
      return send(response, 200, await catalogue.sums(query, { signal }));
    default:
      throw new Refusal(404, 'There is nothing here.');
  }
}

function statusFor(error: unknown): number {
  if (error instanceof Refusal) return error.status;
  if (error instanceof RangeError) return 400;
  // Data that PostgreSQL cannot take, such as a NUL in a text.
  return /^22/.test((error as { code?: string }).code ?? '') ? 400 : 500;
}

/** The tenant is known by the token alone; hashes are compared in constant time. */
function tenantOf(
  { headers }: IncomingMessage,
  tenants: ReadonlyMap<string, Tenant>,
): [name: string, tenant: Tenant] | undefined {
  const [, token] = /^Bearer ([\x21-\x7e]{1,512})$/.exec(headers.authorization ?? '') ?? [];
  if (token === undefined) return undefined;
  const hash = createHash('sha256').update(token).digest();
  return [...tenants].find(([, { tokens }]) => tokens.some((each) => timingSafeEqual(Buffer.from(each, 'hex'), hash)));
}

interface ObjectOfSession {
  store: Store;
  key: string;
  size: number;
  /** Changes whenever the session does. */
  hash: string;
  isJson: boolean;
}

/** The object that an address below `prefix` means: a session's JSON, or one of its contents. The bytes under its key never change. */
async function objectOf({ url, tenant, catalogue }: Asked, prefix: string): Promise<ObjectOfSession> {
  const [id = '', ...rest] = url.pathname.slice(prefix.length).split('/').map(decoded);
  const folder = await catalogue.objectsOf(id);
  if (folder === undefined) throw new Refusal(404, 'There is no such session.');
  const key = [folder, ...(rest.length === 0 ? [`${id}.json`] : [`${id}.content`, ...rest])].join('/');
  const store = openStore(tenant.sessions);
  const found = isKey(key) ? await store.stat(key) : undefined;
  if (found === undefined) throw new Refusal(404, 'There is no such file.');
  return { store, key, size: found.size, hash: folder.slice(folder.lastIndexOf('/') + 1), isJson: rest.length === 0 };
}

async function sendAddress(asked: Asked): Promise<void> {
  const { store, key, size, hash } = await objectOf(asked, '/api/addresses/');
  if (store.presign === undefined)
    throw new Refusal(409, 'These sessions lie in no bucket: read them below /api/sessions/.');
  const expires_at = new Date(Date.now() + ADDRESS_SECONDS * 1000).toISOString();
  send(asked.response, 200, { url: await store.presign(key, ADDRESS_SECONDS), expires_at, size, hash });
}

async function sendFile(asked: Asked): Promise<void> {
  const { request, response } = asked;
  const { store, key, size, hash, isJson } = await objectOf(asked, '/api/sessions/');
  const tag = `"${hash}"`;
  const range = rangeOf(request, size, tag);
  if (range === 'none') {
    response.setHeader('content-range', `bytes */${size}`);
    throw new Refusal(416, 'The file ends before that range.');
  }
  const { start, end } = range ?? { start: 0, end: size };
  response.writeHead(range === undefined ? 200 : 206, {
    'content-type': isJson ? 'application/json' : 'application/octet-stream',
    'content-length': end - start,
    'accept-ranges': 'bytes',
    etag: tag,
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    ...(range === undefined ? {} : { 'content-range': `bytes ${start}-${end - 1}/${size}` }),
  });
  if (request.method === 'HEAD') return void response.end();
  for await (const chunk of store.read(key, { start, length: end - start })) {
    if (response.destroyed) return;
    if (!response.write(chunk)) await new Promise((resolve) => response.once('drain', resolve).once('close', resolve));
  }
  response.end();
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Refusal(400, 'The address is no text.');
  }
}

/** The single range that is asked for; undefined for the whole file, and for ranges of a file that has changed since. */
function rangeOf(
  { headers }: IncomingMessage,
  size: number,
  tag: string,
): { start: number; end: number } | 'none' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (headers['if-range'] !== undefined && headers['if-range'] !== tag) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  return start >= end ? 'none' : { start, end };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(JSON.stringify(body));
}
