import { resolveObjectURL } from 'node:buffer';
import { afterEach, expect, test, vi } from 'vitest';
import { embeddedContents, servedContents } from '../../src/page/pageContents.ts';

afterEach(() => vi.unstubAllGlobals());

const refOf = (path: string) => ({ pointer: '/text', sha256: '', bytes: 0, lines: 0, path });
const contentOf = (path: string, bytes: Uint8Array) => ({
  path,
  mediaType: 'text/plain;charset=utf-8',
  base64: Buffer.from(bytes).toString('base64'),
});

test('gives an embedded content one URL that leads to its bytes', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, value) => value);
  const { contentUrl: urlOf } = embeddedContents([contentOf('s.content/a', bytes)]);
  const url = urlOf(refOf('s.content/a')) ?? '';
  expect(urlOf(refOf('s.content/a'))).toBe(url);
  expect(new Uint8Array((await resolveObjectURL(url)?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(bytes);
});

test('gives the text of an embedded content, and rejects for one that was not embedded', async () => {
  const { load } = embeddedContents([contentOf('s.content/a', Buffer.from('潮 tides'))]);
  expect(await load(refOf('s.content/a'))).toBe('潮 tides');
  await expect(load(refOf('s.content/b'))).rejects.toThrow('s.content/b');
});

test('asks for a served content by its name alone, and only when it is wanted', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return new Response('tides', { status: address.endsWith('none') ? 404 : 200 });
  });
  const { contentUrl, load } = servedContents('1/contents/');
  expect(contentUrl(refOf('s.content/../a?b'))).toBe('1/contents/a%3Fb');
  expect(asked).toEqual([]);
  expect(await load(refOf('s.content/a'))).toBe('tides');
  await expect(load(refOf('s.content/none'))).rejects.toThrow('404');
  expect(asked).toEqual(['1/contents/a', '1/contents/none']);
});

test('gives no URL for a content that was not embedded', () => {
  expect(embeddedContents([]).contentUrl(refOf('s.content/a'))).toBeUndefined();
});

test('embeds 10 MB without blocking the page as long as a call per byte would', () => {
  const bytes = new Uint8Array(10_000_000).fill(120);
  const content = contentOf('s.content/a', bytes);
  // The processor's time, and the best of several runs: others are at work too.
  const timed = (work: () => unknown): number =>
    Math.min(
      ...Array.from({ length: 3 }, () => {
        const before = process.cpuUsage();
        work();
        return process.cpuUsage(before).user;
      }),
    );
  const byCalls = timed(() => Uint8Array.from(atob(content.base64), (character) => character.charCodeAt(0)));
  expect(timed(() => embeddedContents([content]).contentUrl(refOf(content.path)))).toBeLessThan(byCalls / 2);
});
