import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { KitProvider } from '../../../src/components/index.ts';
import { ChangeCount } from '../../../src/components/shared/ChangeCount.tsx';

test.each([
  [1, 2, '1 line added, 2 removed'],
  [3, 1, '3 lines added, 1 removed'],
  [0, 1, '0 lines added, 1 removed'],
])('tells assistive technology of %d lines added and %d removed', (added, removed, words) => {
  const html = renderToString(createElement(KitProvider, null, createElement(ChangeCount, { added, removed })));
  expect(html).toContain(words);
});
