import { expect, it } from 'vitest';
import { TextCodes } from '../../../src/session/links/textCodes.ts';

it('loads the start of a text of any length without splitting a character', () => {
  const text = new TextCodes();
  const length = text.load('潮'.repeat(100_000));
  expect(length).toBe(24_576);
  expect(new TextDecoder('utf-8', { fatal: true }).decode(text.codes.subarray(0, length))).toBe('潮'.repeat(8192));
  expect(text.load('')).toBe(0);
});
