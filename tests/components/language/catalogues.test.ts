import { expect, test } from 'vitest';
import { chinese } from '../../../src/components/language/chinese.ts';
import { english } from '../../../src/components/language/english.ts';
import type { MessageText } from '../../../src/components/language/messages.ts';

function placeholders(text: MessageText): string[] {
  const texts = typeof text === 'string' ? [text] : Object.values(text);
  return [...new Set(texts.flatMap((each) => [...each.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')))].sort();
}

const keys = Object.keys(english) as (keyof typeof english)[];

test('the Chinese catalogue has exactly the keys of the English one', () => {
  expect(Object.keys(chinese).sort()).toEqual([...keys].sort());
});

test.each(keys)('%s has the same placeholders in both languages', (key) => {
  expect(placeholders(chinese[key])).toEqual(placeholders(english[key]));
});

test('no text is empty', () => {
  const texts = [english, chinese].flatMap((catalogue) =>
    Object.values<MessageText>(catalogue).flatMap((text) => (typeof text === 'string' ? [text] : Object.values(text))),
  );
  expect(texts.filter((text: string) => text.trim() === '')).toEqual([]);
});

test('levels of reading and tabs stand side by side: no two have the same name', () => {
  for (const catalogue of [english, chinese]) {
    const names = keys.filter((key) => /^(?:level|replay\.tab)\.\w+$/.test(key)).map((key) => catalogue[key]);
    expect(names.length).toBeGreaterThan(8);
    expect(new Set(names).size).toBe(names.length);
  }
});
