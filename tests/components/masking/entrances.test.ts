import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { KitProvider } from '../../../src/components/index.ts';
import { everyView } from './everyView.tsx';
import { plantedSecrets } from './plantedSecrets.ts';

test.each(Object.entries(everyView))('%s contains no secret in HTML from the server', (_, view) => {
  const page = renderToString(createElement(KitProvider, {}, view())).replaceAll('&amp;', '&');
  expect(plantedSecrets.filter((secret) => page.includes(secret))).toEqual([]);
});
