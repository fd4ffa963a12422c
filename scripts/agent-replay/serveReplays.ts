import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { type PageParts, replayHtml } from '../../src/export/index.ts';
import type { ConvertedLog } from './convertPaths.ts';
import { listHtml } from './listHtml.ts';

const host = '127.0.0.1';

/**
 * Serves replays to this machine alone: bound to loopback, and deaf to requests that a page elsewhere sends under another host's
 * name. `/` lists them, or shows the only one. `port` 0 takes any that is free.
 */
export async function serveReplays(
  logs: readonly ConvertedLog[],
  parts: PageParts,
  port: number,
): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => answer(request, response, logs, parts));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return { url: `http://${host}:${(server.address() as AddressInfo).port}/`, server };
}

function answer(
  { headers, method, url = '/', socket }: IncomingMessage,
  response: ServerResponse,
  logs: readonly ConvertedLog[],
  parts: PageParts,
): void {
  const names = [host, 'localhost'].map((name) => `${name}:${socket.localPort}`);
  const pieces = piecesFor(url.split('?', 1)[0] ?? '/', logs, parts);
  if (!names.includes(headers.host ?? '')) refuse(response, 403, 'Only this machine may look.');
  else if (method !== 'GET') refuse(response, 405, 'There is nothing to change here.');
  else if (pieces === undefined) refuse(response, 404, 'There is no such replay.');
  else {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    Readable.from(pieces).pipe(response);
  }
}

function piecesFor(path: string, logs: readonly ConvertedLog[], parts: PageParts): Iterable<string> | undefined {
  if (path === '/' && logs.length !== 1) return [listHtml(logs.map(({ session }) => session))];
  const log = path === '/' ? logs[0] : /^\/\d{1,9}$/.test(path) ? logs[Number(path.slice(1)) - 1] : undefined;
  return log === undefined ? undefined : replayHtml(log, parts);
}

function refuse(response: ServerResponse, status: number, why: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${why}\n`);
}
