import { expect, it } from 'vitest';
import { lineNumberBehind, scanLineNumbers } from '../../../src/session/links/scanLines.ts';
import { toBytes } from './bytes.ts';

it('finds the line numbers that a search in one file printed', () => {
  const codes = toBytes('12:found\n13-beside\nno line\n\n99999999:too many digits\n0:none\n40:');
  const found: number[] = [];
  scanLineNumbers(codes, codes.length, (line) => found.push(line));
  expect(found).toEqual([12, 13, 40]);
});

it.each([
  ['a.ts:12', 12],
  ['a.ts:12:5', 12],
  ['a.ts', 0],
  ['a.ts:x', 0],
])('reads the line number behind %j', (text, line) => {
  const codes = toBytes(text);
  expect(lineNumberBehind(codes, 4, codes.length)).toBe(line);
});
