import { expect, test } from 'vitest';
import { chinese } from '../../../src/components/language/chinese.ts';
import { english } from '../../../src/components/language/english.ts';
import { createFormatters } from '../../../src/components/language/formatters.ts';
import { createTranslate } from '../../../src/components/language/messages.ts';

const formatters = createFormatters();
const t = createTranslate({ texts: {}, formatters, locale: 'en' }, english);

test("wording follows the language's plural rules", () => {
  expect([t('text.lines', { n: 1 }), t('text.lines', { n: 0 }), t('text.lines', { n: 52_704 })]).toEqual([
    '1 line',
    '0 lines',
    '52,704 lines',
  ]);
  expect(createTranslate({ texts: chinese, formatters, locale: 'zh-CN' }, english)('text.lines', { n: 1 })).toBe(
    '1 行',
  );
});

test('a count given as text takes the plural form of its number', () => {
  expect(['1', '2', '1 +2'].map((n) => t('call.uses', { n }))).toEqual(['1 call', '2 calls', '1 +2 calls']);
});

test('a catalogue may use plural categories that English does not have', () => {
  const polish = { ...english, 'text.lines': { one: '{n} wiersz', few: '{n} wiersze', other: '{n} wierszy' } };
  const say = createTranslate({ texts: polish, formatters, locale: 'pl' }, english);
  expect([1, 3, 5].map((n) => say('text.lines', { n }))).toEqual(['1 wiersz', '3 wiersze', '5 wierszy']);
});

test('values are inserted unchanged, even if they look like placeholders', () => {
  expect(t('call.reason', { outcome: '{reason}', reason: '$& {outcome}' })).toBe('{reason}: $& {outcome}');
});

test('a placeholder without a value stays visible', () => {
  const broken = { ...english, 'text.empty': 'empty {what}' };
  expect(createTranslate({ texts: broken, formatters, locale: 'en' }, english)('text.empty')).toBe('empty {what}');
});
