import { expect, it } from 'vitest';
import { systemReason } from '../../../scripts/etl/systemReason.ts';
import { inChinese } from '../../../src/session/chinese.ts';

it.each([
  ["EACCES: permission denied, scandir '/logs/mine'", 'There is no permission for it.'],
  ["EMFILE: too many open files, open '/logs/mine'", 'Too many files are open.'],
  ['ENOSPC: no space left on device, write', 'The disk is full.'],
  ["EBUSY: resource busy or locked, open '/logs/mine'", 'The system refused it (EBUSY).'],
  ["EACCES: permission denied, open '/logs/mine/a'", 'There is no permission for it. (/logs/mine/a)'],
])('tells %s in a sentence of its own, without the path again', (message, sentence) => {
  expect(systemReason('/logs/mine', message)).toBe(sentence);
  expect(inChinese(sentence)).toMatch(/\p{Script=Han}/u);
});

it('knows a file by its name below the path given', () => {
  expect(systemReason('a.jsonl', "EIO: i/o error, read '/logs/a.jsonl'")).toBe('The disk failed.');
});

it('keeps what the system did not say', () => {
  expect(systemReason('a', 'a is no longer a file.')).toBe('a is no longer a file.');
});
