import { expect, test } from 'vitest';
import { disguisedHost, safeUrl } from '../../../../src/components/shared/SafeLink.tsx';

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  '//evil.example',
  '/relative',
  'mailto:a@b.example',
  'https:evil.example',
  'http://',
  '',
])('%j does not become a link', (text) => {
  expect(safeUrl(text)).toBeUndefined();
});

test.each(['https://a.example/x?y#z', 'HTTP://a.example'])('%s becomes a link', (text) => {
  expect(safeUrl(text)?.hostname).toBe('a.example');
});

test.each([
  ['bank.example', 'https://evil.example', 'evil.example'],
  ['https://bank.example/login', 'https://evil.example', 'evil.example'],
  ['www.a.example', 'https://a.example', undefined],
  ['A.example/path', 'https://a.example', undefined],
  ['read this', 'https://evil.example', undefined],
  ['', 'https://evil.example', undefined],
])('finds out whether a link with the text %j to %s disguises its host', (text, address, host) => {
  expect(disguisedHost(text, new URL(address))).toBe(host);
});
