import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { FoundLine } from '../../../src/components/timeline/FoundLine.tsx';
import { indexSession, type SearchExcerpt } from '../../../src/replay/index.ts';
import { clippedLines } from '../../../src/session/text/lines.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const excerpt: SearchExcerpt = {
  kind: 'text',
  text: 'tide',
  hits: [{ from: 0, to: 4 }],
  cutBefore: false,
  cutAfter: false,
};

function foundBelow(lines: number): string {
  const session = sessionFromText('0:00 assistant: tide');
  const text = Array(lines).fill('tide').join('\n');
  const [item] = indexSession({
    ...session,
    events: session.events.map((event) => ({ ...event, text }) as typeof event),
  }).items;
  if (item === undefined) throw new Error('The session has no item.');
  return renderToStaticMarkup(createElement(FoundLine, { item, open: true, place: {}, excerptAt: () => excerpt }));
}

it('repeats of a message only what the row clips away', () => {
  expect(foundBelow(clippedLines.from)).toBe('');
  expect(foundBelow(clippedLines.from + 1)).toContain('ark-timeline__found');
});
