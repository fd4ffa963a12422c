import { createReadStream, lstatSync } from 'node:fs';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { refuse } from './localServer.ts';

/** A range of bytes of a file, both ends included. */
interface ByteRange {
  start: number;
  end: number;
}

/**
 * Answers with a file, or with the part of it that a `Range` asks for. A request for several parts gets the whole, as HTTP allows. Links
 * are not served.
 */
export function serveFile(
  request: IncomingMessage,
  response: ServerResponse,
  { file, headers }: { file: string; headers: OutgoingHttpHeaders },
): void {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) {
    refuse(response, 404, 'There is no such file.');
    return;
  }
  const { size } = stats;
  const asked = rangeOf(request, size);
  if (asked === 'outside') {
    response.setHeader('content-range', `bytes */${size}`);
    refuse(response, 416, 'The file has no such bytes.');
    return;
  }
  const { start, end } = asked ?? { start: 0, end: size - 1 };
  response.writeHead(asked === undefined ? 200 : 206, {
    ...headers,
    'accept-ranges': 'bytes',
    'content-length': end - start + 1,
    ...(asked === undefined ? {} : { 'content-range': `bytes ${start}-${end}/${size}` }),
  });
  if (request.method === 'HEAD' || end < start) response.end();
  // A file that goes away, or a reader that does, ends the answer and no more.
  else pipeline(createReadStream(file, { start, end }), response, () => undefined);
}

/**
 * The single range that is asked for, limited to the file; `outside` where it begins after the file's end; undefined where no range, an
 * invalid one or a conditional one is asked for: nothing here distinguishes versions of a file.
 */
function rangeOf({ method, headers }: IncomingMessage, size: number): ByteRange | 'outside' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? [];
  if (method !== 'GET' || headers['if-range'] !== undefined || first === undefined || last === undefined)
    return undefined;
  if (first === '') {
    if (last === '') return undefined;
    return last === '0' || size === 0 ? 'outside' : { start: Math.max(0, size - Number(last)), end: size - 1 };
  }
  if (last !== '' && Number(last) < Number(first)) return undefined;
  if (Number(first) >= size) return 'outside';
  return { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
