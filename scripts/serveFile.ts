import { closeSync, constants, createReadStream, fstatSync, lstatSync, openSync, type Stats } from 'node:fs';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { refuse } from './localServer.ts';

/** Media types of what a page consists of, by file extension. */
export const fileTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.pdf': 'application/pdf',
  '.woff2': 'font/woff2',
};

/** A range of bytes of a file, both ends included. */
interface ByteRange {
  start: number;
  end: number;
}

/**
 * Answers with a file, or with the one part of it that a `Range` asks for: 206, or 416 where the file has no such bytes or several parts are
 * asked for. The file's `etag` changes with its size and its time; a part that is asked for `If-Range` of another one is answered with the
 * whole. Links are not served.
 */
export function serveFile(
  request: IncomingMessage,
  response: ServerResponse,
  { file, headers }: { file: string; headers: OutgoingHttpHeaders },
): void {
  const opened = openFile(file);
  if (opened === undefined) {
    refuse(response, 404, 'There is no such file.');
    return;
  }
  const { fd, stats } = opened;
  const { size } = stats;
  const etag = etagOf(stats);
  const asked = rangeOf(request, size, etag);
  if (asked === 'outside' || asked === 'several') {
    closeSync(fd);
    response.setHeader('content-range', `bytes */${size}`);
    refuse(
      response,
      416,
      asked === 'several' ? 'Ask for one part of the file at a time.' : 'The file has no such bytes.',
    );
    return;
  }
  const { start, end } = asked ?? { start: 0, end: size - 1 };
  response.writeHead(asked === undefined ? 200 : 206, {
    ...headers,
    etag,
    'accept-ranges': 'bytes',
    'content-length': end - start + 1,
    ...(asked === undefined ? {} : { 'content-range': `bytes ${start}-${end}/${size}` }),
  });
  if (request.method === 'HEAD' || end < start) {
    closeSync(fd);
    response.end();
  }
  // A reader that goes away ends the answer and no more.
  else pipeline(createReadStream(file, { fd, start, end }), response, () => undefined);
}

/** A pipe or a link that takes the place of a file is neither waited for nor followed. */
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Opens a file before it is measured: one that is replaced meanwhile, as a session that grows is, would be longer or shorter than said. */
function openFile(file: string): { fd: number; stats: Stats } | undefined {
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  try {
    const fd = openSync(file, openFlags);
    const stats = fstatSync(fd);
    if (stats.isFile()) return { fd, stats };
    closeSync(fd);
    return undefined;
  } catch {
    // It went away, or may not be read.
    return undefined;
  }
}

function etagOf({ size, mtimeMs }: Stats): string {
  return `"${size.toString(36)}-${mtimeMs.toString(36)}"`;
}

/**
 * The single range that is asked for, limited to the file; `outside` where it begins after the file's end; undefined where no range or an
 * invalid one is asked for, or one of another version of the file.
 */
function rangeOf(
  { method, headers }: IncomingMessage,
  size: number,
  etag: string,
): ByteRange | 'outside' | 'several' | undefined {
  const { range = '', 'if-range': version = etag } = headers;
  if (method !== 'GET' || version !== etag) return undefined;
  if (/^bytes=[\d\s-]{0,99},/.test(range)) return 'several';
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range) ?? [];
  if (first === undefined || last === undefined) return undefined;
  if (first === '') {
    if (last === '') return undefined;
    return last === '0' || size === 0 ? 'outside' : { start: Math.max(0, size - Number(last)), end: size - 1 };
  }
  if (last !== '' && Number(last) < Number(first)) return undefined;
  if (Number(first) >= size) return 'outside';
  return { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
