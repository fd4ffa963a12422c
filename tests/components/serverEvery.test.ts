import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { componentNames, everyView } from './masking/everyView.tsx';

test('every component that the kit exports is tested here', () => {
  expect(Object.keys(everyView).sort()).toEqual([...componentNames].sort());
});

test.each(Object.entries(everyView))('%s renders on the server', (_, view) => {
  const html = renderToString(createElement(view));
  expect(html).not.toBe('');
  expect(html).not.toMatch(/<(?:script|iframe)\b/);
});
