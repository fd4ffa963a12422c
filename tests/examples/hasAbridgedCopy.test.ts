import { afterEach, expect, test, vi } from 'vitest';
import { hasAbridgedCopy } from '../../examples/studio/src/hasAbridgedCopy.ts';

afterEach(() => vi.unstubAllGlobals());

const addresses = { session: 'one.json', abridged: 'one.abridged.gz' };

/** Asks of a session whose server answers with these headers; gives the answer and which addresses were asked. */
async function ask(headers: Record<string, string>, copy: Response): Promise<[boolean, string[]]> {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    expect(method).toBe('HEAD');
    asked.push(address);
    return address === addresses.abridged ? copy : new Response(null, { headers });
  });
  return [await hasAbridgedCopy(addresses), asked];
}

const served = () => new Response(null, { headers: { 'content-type': 'application/gzip' } });
const missing = () => new Response(null, { status: 404 });

test('beside a small session no copy is looked for, so that no request fails', async () => {
  expect(await ask({ 'content-length': '8388607' }, missing())).toEqual([false, ['one.json']]);
});

test.each([
  ['is large', { 'content-length': '8388608' }],
  ['has no size', {}],
  ['has only the size of what is packed', { 'content-length': '200', 'content-encoding': 'gzip' }],
])('a copy is looked for where the session %s', async (_, headers) => {
  const both = ['one.json', 'one.abridged.gz'];
  expect(await ask(headers, served())).toEqual([true, both]);
  expect(await ask(headers, missing())).toEqual([false, both]);
});

test('a start page in place of a copy is none', async () => {
  const page = new Response(null, { headers: { 'content-type': 'text/html; charset=utf-8' } });
  expect(await ask({}, page)).toEqual([false, ['one.json', 'one.abridged.gz']]);
});
