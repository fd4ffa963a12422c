import { expect, test } from 'vitest';
import { hasAbridgedCopy } from '../../src/loading/index.ts';

/** Asks of a session that was answered with these headers; gives the answer and which addresses were asked. */
async function ask(headers: Record<string, string>, copy: Response): Promise<[boolean, string[]]> {
  const asked: string[] = [];
  const get = async (address: RequestInfo | URL, options?: RequestInit): Promise<Response> => {
    expect(options?.method).toBe('HEAD');
    asked.push(String(address));
    return copy;
  };
  return [await hasAbridgedCopy(new Response(null, { headers }), 'one.abridged.gz', get), asked];
}

const served = () => new Response(null, { headers: { 'content-type': 'application/gzip' } });
const missing = () => new Response(null, { status: 404 });

test('beside a small session no copy is looked for, so that no request fails', async () => {
  expect(await ask({ 'content-length': '8388607' }, missing())).toEqual([false, []]);
});

test.each([
  ['is large', { 'content-length': '8388608' }],
  ['has no size', {}],
  ['has only the size of what is packed', { 'content-length': '200', 'content-encoding': 'gzip' }],
])('a copy is looked for where the session %s', async (_, headers) => {
  const copies = ['one.abridged.gz'];
  expect(await ask(headers, served())).toEqual([true, copies]);
  expect(await ask(headers, missing())).toEqual([false, copies]);
});

test('a start page that is served in place of a copy does not count as one', async () => {
  const page = new Response(null, { headers: { 'content-type': 'text/html; charset=utf-8' } });
  expect(await ask({}, page)).toEqual([false, ['one.abridged.gz']]);
});
