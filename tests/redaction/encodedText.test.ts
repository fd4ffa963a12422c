import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { encodesSentence } from '../../src/redaction/judge/base64.ts';

const encoded = (text: string): string => Buffer.from(text).toString('base64');

test('a sentence in Base64 is words with one blank between them', () => {
  expect(encodesSentence(encoded('hello world, again'))).toBe(true);
  expect(encodesSentence(encoded("It's a well-known value."))).toBe(true);
  expect(encodesSentence(encoded('nothingbutoneword'))).toBe(false);
  expect(encodesSentence(encoded('two  blanks between'))).toBe(false);
  expect(encodesSentence(encoded('user 12 and more'))).toBe(false);
});

test('a long word in Base64 is judged in one pass', () => {
  const value = encoded(`ab ${'abcdefghij'.repeat(25)}\x01`);
  // A pattern that tries every way to part the word would never end: the engine interrupts it.
  const judge = (): unknown => runInNewContext('judge()', { judge: () => encodesSentence(value) }, { timeout: 20_000 });
  expect(judge()).toBe(false);
});
