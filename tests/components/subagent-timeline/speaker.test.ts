import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { KitProvider, SubagentTimeline } from '../../../src/components/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const session = sessionFromText(`
  0:00 user: go
  0:01 Task(one) 1m as tester
    0:02 user: Write tests
    0:03 Task(two) 10s as reader
      0:04 user: Read a.ts
      0:05 assistant: Read.
`);

test.each([
  [0, /Main agent.*tester/, /tester.*reader/],
  [1, /tester.*reader/, undefined],
] as const)('attributes the task of run %i to the agent that gave it', (n, outer, inner) => {
  const run = session.sub_sessions[n];
  if (run === undefined) throw new Error('no run');
  const expanded = new Set(session.sub_sessions.flatMap(({ triggered_by_call_id: id }) => id ?? []));
  const html = renderToString(
    createElement(KitProvider, null, createElement(SubagentTimeline, { session, run, expanded })),
  );
  const said = html
    .split('ark-message__header')
    .slice(1)
    .map((each) => each.replaceAll(/<[^>]*>/g, ' '));
  expect(said[0]).toMatch(outer);
  if (inner !== undefined) expect(said[1]).toMatch(inner);
  expect(html).not.toMatch(/>You</);
});
