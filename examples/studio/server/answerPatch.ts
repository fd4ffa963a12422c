import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename } from 'node:path';
import { applyPatch } from './applyPatch.ts';

/** Maximum length of a request: more than any patch that is applied, with the overhead of JSON. */
const MAX_BODY = 8_000_000;

/**
 * Answers `GET /apply` with the name of the folder to which patches are applied, and `POST /apply` with the result: 200 and the changed
 * files, or 409 and the reason why nothing was written. Both require the header `x-apply-token` with a token that only the user who started
 * the server has, and which pages of other sites cannot send.
 */
export async function answerPatch(
  request: IncomingMessage,
  response: ServerResponse,
  { root, token }: { root: string; token: string },
): Promise<void> {
  const answer = (status: number, body: object): void => {
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify(body));
  };
  if (!isEqual(String(request.headers['x-apply-token'] ?? ''), token)) {
    answer(403, { refused: 'Open the whole address that the command printed.' });
  } else if (request.method !== 'POST') answer(200, { root: basename(root) });
  else {
    try {
      const applied = applyPatch(root, await readText(request));
      answer('refused' in applied ? 409 : 200, applied);
    } catch (error) {
      answer(500, { refused: error instanceof Error ? error.message : String(error) });
    }
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_BODY) throw new Error('The patch is too large.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Compares in constant time, so that the time taken does not tell how much of a guess is right. */
function isEqual(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
