import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withDarkSystems } from '../../../scripts/make-dark-colors.ts';

const css = readFileSync('src/components/theme/colors.css', 'utf8');

/** The declarations of the first rule behind a piece of the style sheet. */
function declarations(after: string, selector: string): Map<string, string> {
  const from = css.indexOf(selector, css.indexOf(after));
  const body = css.slice(css.indexOf('{', from) + 1, css.indexOf('}', from));
  return new Map([...body.matchAll(/(--ark-[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]));
}

const light = declarations('@layer', ':where(:root, :host)');
const darkBySystem = declarations('(prefers-color-scheme: dark)', ':where(:root, :host(:not([theme="light"])))');
const dark = declarations('@layer', ':where([data-theme="dark"])');

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const grounds = ['bg', 'bg-2', 'bg-3', 'bg-selected'];
const words = [
  'text',
  'text-2',
  'text-3',
  'accent',
  'red',
  'blue',
  'orange',
  'purple',
  'green',
  'pink',
  'grey',
  'gold',
  'cyan',
];

test('both lists of dark colours are the same', () => {
  expect(Object.fromEntries(darkBySystem)).toEqual(Object.fromEntries(dark));
});

test('the list for dark systems is written from that of the dark theme', () => {
  expect(withDarkSystems(css)).toBe(css);
  const other = css.replace(/(\(\[data-theme="dark"\]\) \{[^}]*--ark-bg: )#\w+/, '$1#010203');
  expect(other).not.toBe(css);
  expect(withDarkSystems(other).split('--ark-bg: #010203;')).toHaveLength(3);
});

test('both themes set the same tokens', () => {
  expect([...light.keys()]).toEqual([...dark.keys()]);
});

test.each([
  ['light', light],
  ['dark', dark],
] as const)('every text colour is readable on every background, %s', (_, theme) => {
  const value = (name: string): string => theme.get(`--ark-${name}`) ?? '';
  const weak = grounds.flatMap((ground) =>
    words
      .map((word) => ({ word, ground, ratio: contrast(value(word), value(ground)) }))
      .filter(({ ratio }) => !(ratio >= 4.5)),
  );
  expect(weak).toEqual([]);
});

test.each([
  ['light', light],
  ['dark', dark],
] as const)('diff lines, their signs, and text on the accent colour are readable, %s', (_, theme) => {
  const ratio = (one: string, other: string): number =>
    contrast(theme.get(`--ark-${one}`) ?? '', theme.get(`--ark-${other}`) ?? '');
  const pairs = [
    ['text', 'added-bg'],
    ['text', 'removed-bg'],
    ['text-2', 'added-bg'],
    ['text-2', 'removed-bg'],
    ['added-text', 'added-bg'],
    ['removed-text', 'removed-bg'],
    ['on-accent', 'accent'],
  ] as const;
  expect(pairs.filter(([one, other]) => !(ratio(one, other) >= 4.5))).toEqual([]);
});
