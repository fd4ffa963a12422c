import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { KitContext } from '../../../src/components/theme/useKit.ts';
import { everyView } from './everyView.tsx';
import { faultsOf, wideKit } from './wideKit.ts';

test.each(Object.entries(everyView))('%s masks what it shows of a log exactly once', (_, view) => {
  const page = renderToString(createElement(KitContext.Provider, { value: wideKit }, view()));
  expect(faultsOf(page)).toEqual({ bare: [], twice: [] });
});
