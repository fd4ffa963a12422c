import { expect, it } from 'vitest';
import { elementWords, hintFor } from '../../src/element/elementWords.ts';

it('says of a page that was opened from disk why it cannot read a session, and what can', () => {
  expect(hintFor('session.json', 'file:///home/dev/blog/index.html', 'en')).toBe(elementWords.en.local);
  expect(hintFor('session.json', 'https://blog.example/', 'zh')).toBe(elementWords.zh.hint);
  expect(hintFor('https://[', 'file:///home/dev/blog/index.html', 'en')).toBe(elementWords.en.hint);
});
