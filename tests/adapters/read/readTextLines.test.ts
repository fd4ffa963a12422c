import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTextLines, type TextLine } from '../../../src/adapters/index.ts';
import { fileOf } from '../../helpers/sourceFiles.ts';

async function read(content: string, chunkBytes: number): Promise<TextLine[]> {
  const lines: TextLine[] = [];
  const context = { report: () => undefined };
  for await (const batch of readTextLines(fileOf('a.log', content, chunkBytes), { context })) lines.push(...batch);
  return lines;
}

describe('readTextLines', () => {
  it('returns lines without their line ends, and says if the last line is incomplete', async () => {
    expect(await read('a\r\nbé\n\nc', 3)).toEqual([
      { text: 'a', line: 1, byteOffset: 0, byteLength: 3, ended: true },
      { text: 'bé', line: 2, byteOffset: 3, byteLength: 4, ended: true },
      { text: '', line: 3, byteOffset: 7, byteLength: 1, ended: true },
      { text: 'c', line: 4, byteOffset: 8, byteLength: 1, ended: false },
    ]);
  });

  it('covers the file without gaps', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme' })),
        fc.integer({ min: 1, max: 20 }),
        async (parts, size) => {
          const content = parts.join('\n');
          let at = content.startsWith('\uFEFF') ? 3 : 0;
          for (const { byteOffset, byteLength } of await read(content, size)) {
            expect(byteOffset).toBe(at);
            at += byteLength;
          }
          expect(at).toBe(new TextEncoder().encode(content).length);
        },
      ),
    );
  });

  it('returns the same lines for one long chunk and for short ones, in several batches', async () => {
    const lines = Array.from({ length: 3000 }, (_, index) =>
      index === 1500 ? 'x'.repeat(100_000) : `${'é漢𝄞'.repeat(index % 9)}${index % 3 === 0 ? '\r' : ''}`,
    );
    const content = `${'plain text\n'.repeat(9000)}${lines.join('\n')}`;
    const whole = await read(content, content.length * 4);
    expect(whole).toEqual(await read(content, 1000));
    expect(whole.map(({ text }) => text).slice(9000)).toEqual(lines.map((line) => line.replace('\r', '')));
    let batches = 0;
    const context = { report: () => undefined };
    for await (const _ of readTextLines(fileOf('a.log', content, content.length * 4), { context })) batches += 1;
    expect(batches).toBeGreaterThan(4);
  });

  it('reads lines that lie in two chunks into one buffer', async () => {
    const line = new TextEncoder().encode(`${'潮'.repeat(100_000)}\n`);
    const chunk = new Uint8Array(400_000);
    async function* bytes() {
      for (let at = 0; at < 60 * line.length; at += chunk.length) {
        for (let from = 0; from < chunk.length; ) {
          const part = line.subarray((at + from) % line.length).subarray(0, chunk.length - from);
          chunk.set(part, from);
          from += part.length;
        }
        yield chunk.subarray(0, Math.min(chunk.length, 60 * line.length - at));
      }
    }
    const { arrayBuffers } = process.memoryUsage();
    let lines = 0;
    for await (const batch of readTextLines({ name: 'a.log', bytes }, { context: { report: () => undefined } })) {
      lines += batch.length;
      expect(batch.every(({ text }) => text.length === 100_000)).toBe(true);
    }
    expect(lines).toBe(60);
    expect(process.memoryUsage().arrayBuffers - arrayBuffers).toBeLessThan(4_000_000);
  });

  it('gives the memory of a very long line back before the line is used', async () => {
    const length = 8_000_000;
    const chunk = new Uint8Array(50_000);
    async function* bytes() {
      for (const letter of ['a', 'b', 'c']) {
        for (let at = 0; at < length; at += chunk.length) yield chunk.fill(letter.charCodeAt(0));
        yield chunk.fill(10).subarray(0, 1);
      }
    }
    const { arrayBuffers } = process.memoryUsage();
    const texts: string[] = [];
    for await (const batch of readTextLines({ name: 'a.log', bytes }, { context: { report: () => undefined } })) {
      texts.push(...batch.map(({ text }) => text));
      if ('transfer' in ArrayBuffer.prototype)
        expect(process.memoryUsage().arrayBuffers - arrayBuffers).toBeLessThan(2 * length);
    }
    expect(texts).toEqual(['a', 'b', 'c'].map((letter) => letter.repeat(length)));
  });
});
