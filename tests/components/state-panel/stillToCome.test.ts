import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { KitProvider, StatePanel } from '../../../src/components/index.ts';
import { endOf, indexSession, type Position, type SessionIndex, startOf } from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

/** What a reader sees of each fact. */
function factsAt(index: SessionIndex, position: Position): Record<string, string> {
  const panel = createElement(StatePanel, { index, position, defaultOpen: true });
  const html = renderToString(createElement(KitProvider, { redact: false }, panel));
  const facts = html.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g);
  return Object.fromEntries([...facts].map(([, name, value]) => [name, value?.replace(/<[^>]*>/g, '') ?? '']));
}

test('tokens that the log says later are still to come, and not missing from it', () => {
  const index = indexSession(
    sessionFromText('0:00 user: Fix it\n0:02 Read(a.ts)\n0:03 usage(gpt): input 100, output 20'),
  );
  expect(factsAt(index, startOf(index))).toMatchObject({ Context: 'none yet', 'Tokens so far': 'none yet' });
  expect(factsAt(index, endOf(index)).Context).toContain('100 tokens');
});

test('tokens that the log never says are said to be missing from it', () => {
  const index = indexSession(sessionFromText('0:00 user: Fix it\n0:02 Read(a.ts)'));
  expect(factsAt(index, startOf(index))).toMatchObject({
    Context: 'not in the log',
    'Tokens so far': 'not in the log',
  });
});
