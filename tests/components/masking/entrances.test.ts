import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { KitProvider } from '../../../src/components/index.ts';
import { everyView } from './everyView.tsx';
import { plantedSecrets } from './plantedSecrets.ts';

const root = 'src/components';
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));

const using = (what: RegExp): string[] =>
  sources
    .filter(({ text }) => what.test(text))
    .map(({ name }) => name)
    .sort();

test('components show text only through the masks', () => {
  expect(using(/createObjectURL/)).toEqual(['shared/DownloadLink.tsx']);
  expect(using(/navigator\.clipboard|execCommand/)).toEqual(['shared/CopyButton.tsx']);
  expect(using(/writeClipboard\(/)).toEqual(['shared/CopyButton.tsx']);
  // A browser downloads what stands behind an address as it is.
  expect(using(/\sdownload(?:=|\s|>)[^.]*rel=/)).toEqual(['shared/Attachments.tsx', 'shared/DownloadLink.tsx']);
});

test('nothing from a log is rendered as markup', () => {
  expect(using(/dangerouslySetInnerHTML|\.innerHTML|insertAdjacentHTML/)).toEqual([]);
});

test.each(Object.entries(everyView))('%s contains no secret in HTML from the server', (_, view) => {
  const page = renderToString(createElement(KitProvider, {}, view())).replaceAll('&amp;', '&');
  expect(plantedSecrets.filter((secret) => page.includes(secret))).toEqual([]);
});
