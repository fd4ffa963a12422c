import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { KitProvider, SessionCompare } from '../../../src/components/index.ts';
import { createManualClock, createReplay } from '../../../src/replay/index.ts';
import { emptyRun, firstRun, secondRun } from '../../../stories/data/comparedSessions.ts';
import { hostileSession } from '../../../stories/data/hostileSession.ts';

test('a server renders both sessions, their figures and their differences', () => {
  const html = renderToString(createElement(SessionCompare, { left: firstRun, right: secondRun }));
  expect(html).toContain('class="ark ark-compare"');
  expect(html).toContain('role="grid"');
  expect(html.match(/data-is="only-left" data-row|data-row="\d+" data-is="only-left"/g)).toHaveLength(7);
  expect(html).toContain('parseStation.ts');
});

test('renders replays that the host owns, inside a provider', () => {
  const clock = createManualClock();
  const [left, right] = [createReplay(firstRun, { clock }), createReplay(emptyRun, { clock })];
  const view = createElement(SessionCompare, { left, right });
  const html = renderToString(createElement(KitProvider, { theme: 'dark', language: 'zh' }, view));
  expect(html).toContain('仅在 A 中');
});

test('hostile text never becomes markup', () => {
  const html = renderToString(createElement(SessionCompare, { left: hostileSession, right: firstRun }));
  expect(html).not.toMatch(/<(?:script|img|iframe|b )/);
});
