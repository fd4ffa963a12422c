import { resolveObjectURL } from 'node:buffer';
import { expect, test } from 'vitest';
import { createContentUrls } from '../../src/page/createContentUrls.ts';

const refOf = (path: string) => ({ pointer: '/text', sha256: '', bytes: 0, lines: 0, path });
const contentOf = (path: string, bytes: Uint8Array) => ({
  path,
  mediaType: 'text/plain;charset=utf-8',
  base64: Buffer.from(bytes).toString('base64'),
});

test('an embedded content has one address, which gives its bytes', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, value) => value);
  const urlOf = createContentUrls([contentOf('s.content/a', bytes)]);
  const url = urlOf(refOf('s.content/a')) ?? '';
  expect(urlOf(refOf('s.content/a'))).toBe(url);
  expect(new Uint8Array((await resolveObjectURL(url)?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(bytes);
});

test('what was not embedded has none', () => {
  expect(createContentUrls([])(refOf('s.content/a'))).toBeUndefined();
});

test('a content of 10 MB does not block the page for as long as a call for each of its bytes', () => {
  const bytes = new Uint8Array(10_000_000).fill(120);
  const content = contentOf('s.content/a', bytes);
  const timed = (work: () => unknown): number => {
    const begun = performance.now();
    work();
    return performance.now() - begun;
  };
  const byCalls = timed(() => Uint8Array.from(atob(content.base64), (character) => character.charCodeAt(0)));
  expect(timed(() => createContentUrls([content])(refOf(content.path)))).toBeLessThan(byCalls / 2);
});
