import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isKey } from '../../../scripts/etl/store/contract.ts';
import { openStore } from '../../../scripts/etl/store/openStore.ts';
import {
  type PageOptions,
  type SessionQuery,
  type SessionSort,
  sessionSorts,
} from '../../../src/session/list/sessionSource.ts';
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

/**
 * Serves the sessions of each tenant to whoever has one of its tokens: `GET /api/sessions`, `/api/facets`, `/api/search`, and the files of a
 * session below `/api/sessions/`, by ranges. `/metrics` and `/healthz` need no token and tell of no session.
 */
export async function serveSessions(options: ServeOptions): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    answer(request, response, options).catch((error: unknown) => {
      const status = error instanceof Refusal ? error.status : error instanceof RangeError ? 400 : 500;
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
    response.end(metricsOf(await statusOf(options)));
    return;
  }
  const found = tenantOf(request, options.tenants);
  if (found === undefined) {
    response.setHeader('www-authenticate', 'Bearer');
    throw new Refusal(401, 'A token of a tenant is needed: Authorization: Bearer …');
  }
  const [name, tenant] = found;
  const catalogue = openPostgresCatalogue({ database: options.database, tenant: name, fingerprint: '' });
  const asked: Asked = { url, request, response, tenant, catalogue };
  const query = queryOf(url.searchParams);
  if (url.pathname === '/api/sessions')
    return send(response, 200, await catalogue.page(query, pageOf(url.searchParams)));
  if (url.pathname === '/api/search')
    return send(response, 200, await catalogue.search(query, pageOf(url.searchParams)));
  if (url.pathname === '/api/facets') return send(response, 200, await catalogue.facets(query));
  if (url.pathname.startsWith('/api/sessions/')) return sendFile(asked);
  throw new Refusal(404, 'There is nothing here.');
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

function queryOf(params: URLSearchParams): SessionQuery {
  const several = (name: string) => (params.has(name) ? { [name]: params.getAll(name) } : {});
  const number = (name: string) => (params.has(name) ? { [name]: numberOf(params, name) } : {});
  return {
    text: params.get('q') ?? undefined,
    ...several('format'),
    ...several('outcome'),
    ...several('model'),
    ...several('project'),
    ...number('from'),
    ...number('before'),
  };
}

function pageOf(params: URLSearchParams): PageOptions {
  const sort = params.get('sort') ?? undefined;
  if (sort !== undefined && !sessionSorts.includes(sort as SessionSort))
    throw new Refusal(400, `There is no order ${sort}: ${sessionSorts.join(', ')}.`);
  return {
    after: params.get('after') ?? undefined,
    sort: sort as SessionSort | undefined,
    limit: params.has('limit') ? numberOf(params, 'limit') : undefined,
  };
}

function numberOf(params: URLSearchParams, name: string): number {
  const number = Number(params.get(name));
  if (!Number.isSafeInteger(number)) throw new Refusal(400, `${name} has to be a whole number.`);
  return number;
}

/** A file of a session: its JSON, or one of its contents. The bytes under an address never change. */
async function sendFile({ url, request, response, tenant, catalogue }: Asked): Promise<void> {
  const [id = '', ...rest] = url.pathname.slice('/api/sessions/'.length).split('/').map(decoded);
  const folder = await catalogue.objectsOf(id);
  if (folder === undefined) throw new Refusal(404, 'There is no such session.');
  const key = [folder, ...(rest.length === 0 ? [`${id}.json`] : [`${id}.content`, ...rest])].join('/');
  const store = openStore(tenant.sessions);
  const found = isKey(key) ? await store.stat(key) : undefined;
  if (found === undefined) throw new Refusal(404, 'There is no such file.');
  const { size } = found;
  // A name may have letters that a header cannot have.
  const tag = `"${folder.slice(folder.lastIndexOf('/') + 1)}"`;
  const range = rangeOf(request, size, tag);
  if (range === 'none') {
    response.setHeader('content-range', `bytes */${size}`);
    throw new Refusal(416, 'The file ends before that range.');
  }
  const { start, end } = range ?? { start: 0, end: size };
  response.writeHead(range === undefined ? 200 : 206, {
    'content-type': rest.length === 0 ? 'application/json' : 'application/octet-stream',
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
