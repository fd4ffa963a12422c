import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { KitProvider, SessionFiles } from '../../../src/components/index.ts';
import { endOf, indexSession } from '../../../src/replay/index.ts';
import { session } from '../../../stories/data/session.ts';

test('files that are still being worked out are not counted as none', () => {
  const index = indexSession(session);
  const files = createElement(SessionFiles, { index, position: endOf(index) });
  const html = renderToString(createElement(KitProvider, { language: 'en' }, files));
  expect(html).toContain('Reading the changes…');
  expect(html).not.toContain('files changed');
});
