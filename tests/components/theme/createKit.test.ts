import { expect, test } from 'vitest';
import { chinese } from '../../../src/components/language/chinese.ts';
import { createKit } from '../../../src/components/theme/createKit.ts';

test("by default a kit speaks English and follows the system's theme", () => {
  const kit = createKit({});
  expect([kit.language, kit.theme, kit.motion, kit.t('copy')]).toEqual(['en', 'system', 'system', 'Copy']);
});

test('a nested kit inherits what it does not set', () => {
  const outer = createKit({
    theme: 'dark',
    language: 'zh',
    catalogues: { zh: chinese },
    messages: { copy: '拷贝' },
    formatters: { bytes: String },
  });
  const inner = createKit({ motion: 'reduced' }, outer);
  expect([inner.theme, inner.language, inner.motion, inner.t('copy')]).toEqual(['dark', 'zh', 'reduced', '拷贝']);
  expect(inner.formatters.bytes(12)).toBe('12');
});

test('changing the language drops texts that were replaced in the old language', () => {
  const outer = createKit({ messages: { copy: 'Take' } });
  expect(createKit({ language: 'zh', catalogues: { zh: chinese } }, outer).t('copy')).toBe('复制');
});

test('a language is neither used nor announced before its catalogue has loaded', () => {
  const waiting = createKit({ language: 'zh', messages: { copy: 'Take' } });
  expect([waiting.language, waiting.t('copy'), waiting.t('plan')]).toEqual(['en', 'Take', 'Checklist']);
  const there = createKit({ language: 'zh' }, undefined, { catalogue: chinese });
  expect([there.language, there.t('copy')]).toEqual(['zh', '复制']);
});
