import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { makeRowSizesCss, withTextSizes } from '../../scripts/make-row-sizes.ts';
import { rowSizes } from '../../src/components/theme/rowSizes.ts';

const root = 'src/components';
const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.css'));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

test('the main style sheet imports all others', () => {
  const imported = [...read('styles.css').matchAll(/@import "([^"]+)"/g)].map(([, path = '']) =>
    relative(root, join(root, path)),
  );
  expect(imported.sort()).toEqual(sheets.filter((path) => path !== 'styles.css').sort());
});

const outsideLayers = ['styles.css', 'theme/shield.css'];

test.each(sheets.filter((path) => !outsideLayers.includes(path)))(
  '%s is in a cascade layer, and its class names belong to the kit',
  (path) => {
    const css = read(path).replaceAll(/\/\*[\s\S]*?\*\//g, '');
    expect(css.trimStart()).toMatch(/^@layer ark\.(tokens|base|components) \{/);
    const classes = [...css.matchAll(/\.([a-z][\w-]*)/g)]
      .map(([, name = '']) => name)
      .filter((name) => !/^\d/.test(name));
    expect(
      classes.filter((name) => !/^ark(?:-|$)/.test(name) && !['tokens', 'base', 'components'].includes(name)),
    ).toEqual([]);
  },
);

test('theme/rowSizes.css is current (node scripts/make-row-sizes.ts)', () => {
  expect(read('theme/rowSizes.css')).toBe(makeRowSizesCss());
});

test('theme/tokens.css has the sizes of texts from which rows are laid out (node scripts/make-row-sizes.ts)', () => {
  const tokens = read('theme/tokens.css');
  expect(withTextSizes(tokens)).toBe(tokens);
  expect(withTextSizes(tokens.replace('--ark-leading-prose: 22px', '--ark-leading-prose: 24px'))).toBe(tokens);
  expect(() => withTextSizes('')).toThrow('tokens.css should state --ark-leading-meta once.');
});

test('every view hides columns of a row at the width that lists assume', () => {
  const widths = sheets.flatMap((path) => [
    ...read(path).matchAll(/@container ark-(?:row|phase|timeline) \(width < (\d+)px\)/g),
  ]);
  expect(widths.length).toBeGreaterThan(5);
  expect(new Set(widths.map(([, px]) => Number(px)))).toEqual(new Set([rowSizes.narrowBelowPx]));
});

test('what moves without end is not painted again for it', () => {
  const all = sheets.map(read).join('\n');
  const endless = [...all.matchAll(/animation: ([\w-]+) [^;]*infinite/g)].map(([, name]) => name);
  expect(endless.length).toBeGreaterThan(1);
  for (const name of endless) {
    const frames = new RegExp(`@keyframes ${name} \\{((?:[^{}]*\\{[^{}]*\\})+)`).exec(all)?.[1] ?? '';
    const properties = [...frames.matchAll(/([\w-]+): /g)].map(([, property]) => property);
    expect(properties.length, name).toBeGreaterThan(0);
    expect(['translate', 'rotate', 'scale', 'opacity'], name).toEqual(expect.arrayContaining(properties));
  }
});

test('no view relies on margin or padding for its geometry, because hosts reset them', () => {
  const cosmetic = new Map([['shared/Markdown.css', 2]]);
  const found = sheets
    .filter((path) => !path.startsWith('theme/'))
    .map((path) => [path, [...read(path).matchAll(/^\s*(?:margin|padding)[\w-]*:/gm)].length] as const)
    .filter(([path, count]) => count > (cosmetic.get(path) ?? 0));
  expect(found).toEqual([]);
});
