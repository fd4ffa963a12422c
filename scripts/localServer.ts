import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const host = '127.0.0.1';

export interface LocalServerOptions {
  /** 0 picks any free port. */
  port: number;
  /** Whether pages of this server may show its pages in frames; other sites never may. @default false */
  framesItself?: boolean;
  /** Whether its own pages may send data with POST and PUT; other sites never may. @default false */
  takesPosts?: boolean;
}

/**
 * A server for this machine only: it listens on loopback, refuses requests sent under another host's name, and other sites can neither
 * frame, embed nor read its pages. `answer` handles read requests. Rejects with the error of listening: `EADDRINUSE` where the port is
 * taken.
 */
export async function serveLocally(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  { port, framesItself = false, takesPosts = false }: LocalServerOptions,
): Promise<{ url: string; server: Server }> {
  const framing = framesItself ? ["'self'", 'SAMEORIGIN'] : ["'none'", 'DENY'];
  const server = createServer((request, response) => {
    const { headers, method, socket } = request;
    const names = [host, 'localhost'].map((name) => `${name}:${socket.localPort}`);
    response.setHeaders(
      new Map([
        ['content-security-policy', `frame-ancestors ${framing[0]}`],
        ['x-frame-options', framing[1] ?? ''],
        ['cross-origin-resource-policy', 'same-origin'],
        ['cross-origin-opener-policy', 'same-origin'],
        ['x-content-type-options', 'nosniff'],
        ['referrer-policy', 'no-referrer'],
      ]),
    );
    if (!names.includes(headers.host ?? '')) refuse(response, 403, 'Only this machine may look.');
    else if (
      (method === 'POST' || method === 'PUT') &&
      takesPosts &&
      names.some((name) => headers.origin === `http://${name}`)
    )
      answer(request, response);
    else if (method !== 'GET' && method !== 'HEAD') refuse(response, 405, 'There is nothing to change here.');
    else answer(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return { url: `http://${host}:${(server.address() as AddressInfo).port}/`, server };
}

/**
 * Like {@link serveLocally}, but for this user only: addresses begin with a token that other users of this machine do not know. `answer`
 * gets the steps of the path behind the token, undecoded: `['']` for the address itself.
 */
export async function serveToUser(
  answer: (request: IncomingMessage, response: ServerResponse, path: readonly string[]) => void,
  options: LocalServerOptions,
): Promise<{ url: string; server: Server }> {
  const token = randomBytes(18).toString('base64url');
  const { url, server } = await serveLocally((request, response) => {
    const [, given = '', ...rest] = (request.url ?? '/').split('?', 1)[0]?.split('/') ?? [];
    if (!isEqual(given, token)) refuse(response, 403, 'Open the whole address that the command printed.');
    else answer(request, response, rest);
  }, options);
  return { url: `${url}${token}/`, server };
}

/** Compares in constant time, so that the time taken does not tell how much of a guess is right. */
function isEqual(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Answers with a reason as plain text. */
export function refuse(response: ServerResponse, status: number, why: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${why}\n`);
}

/** Parses a port number, 0 to 65535 in digits; undefined for anything else. */
export function parsePort(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;
}
