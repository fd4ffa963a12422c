import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { type Content, shortenTexts } from '../../../src/adapters/assemble/contents.ts';
import { hashBytes } from '../../../src/adapters/sha256.ts';

const runningHash = () => {
  const hash = createHash('sha256');
  return { update: (bytes: Uint8Array) => void hash.update(bytes), digest: () => hash.digest('hex') };
};

it('a very long text is stored in pieces, of which none ends within a character', () => {
  // The last unit of the first piece is the first half of a pair.
  const text = `${'x'.repeat(1024 * 1024 - 1)}😀\n${'漢字é '.repeat(300_000)}`;
  const put: Content[] = [];
  const context = { store: { put: (each: Content) => void put.push(each), contents: () => put }, hash: hashBytes };
  const { item, refs } = shortenTexts({ text }, { ...context, createHash: runningHash });
  const bytes = Buffer.from(text);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(refs).toMatchObject([{ pointer: '/text', sha256, bytes: bytes.length, lines: 2 }]);
  expect(item.text.length).toBeLessThan(6000);
  const [content] = put;
  const pieces = Array.from(content?.pieces?.() ?? [], (piece) => Buffer.from(piece));
  expect(pieces.length).toBeGreaterThan(1);
  expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
  expect(bytes.equals(content?.bytes ?? bytes.subarray(1))).toBe(true);
});
