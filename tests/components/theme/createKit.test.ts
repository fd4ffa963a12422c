import { expect, test } from 'vitest';
import { createKit } from '../../../src/components/theme/createKit.ts';

test('without a choice a kit speaks English and follows the system', () => {
  const kit = createKit({});
  expect([kit.language, kit.theme, kit.motion, kit.t('copy')]).toEqual(['en', 'system', 'system', 'Copy']);
});

test('a kit inside another one takes over what it does not choose', () => {
  const outer = createKit({ theme: 'dark', language: 'zh', messages: { copy: '拷贝' }, formatters: { bytes: String } });
  const inner = createKit({ motion: 'reduced' }, outer);
  expect([inner.theme, inner.language, inner.motion, inner.t('copy')]).toEqual(['dark', 'zh', 'reduced', '拷贝']);
  expect(inner.formatters.bytes(12)).toBe('12');
});

test('a change of language leaves the texts replaced in the other one behind', () => {
  const outer = createKit({ messages: { copy: 'Take' } });
  expect(createKit({ language: 'zh' }, outer).t('copy')).toBe('复制');
});
