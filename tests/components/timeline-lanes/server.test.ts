import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ReplayProvider, TimelineLanes } from '../../../src/components/index.ts';
import { createManualClock, createReplay } from '../../../src/replay/index.ts';
import { hostileLanes, nestedSession } from '../../../stories/data/laneSessions.ts';

const page = (session: typeof nestedSession): string => {
  const replay = createReplay(session, { clock: createManualClock() });
  return renderToString(createElement(ReplayProvider, { replay }, createElement(TimelineLanes)));
};

test('a server renders the frame, the names of the lanes, and an empty canvas', () => {
  const html = page(nestedSession);
  expect(html).toContain('class="ark ark-lanes"');
  expect(html).toContain('role="treegrid"');
  expect(html.match(/role="row"/g)).toHaveLength(5);
  expect(html).toContain('<canvas class="ark-lanes__canvas"></canvas>');
});

test('a hostile name never becomes markup', () => {
  expect(page(hostileLanes)).not.toMatch(/<(?:img|script)/);
});
