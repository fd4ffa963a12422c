import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { KitProvider, SessionBrief } from '../../../src/components/index.ts';
import { indexSession } from '../../../src/replay/index.ts';
import type { Session } from '../../../src/session/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

/** What a reader sees of a brief that leads somewhere. */
function textOf(session: Session): string {
  const brief = createElement(SessionBrief, { index: indexSession(session), onSelect: () => undefined });
  return renderToString(createElement(KitProvider, { redact: false }, brief))
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
}

test('says how many prompts lie between the first and the last', () => {
  const drawn = (...asked: string[]): string =>
    textOf(sessionFromText(asked.map((text, n) => `0:0${n} user: ${text}`).join('\n')));
  expect(drawn('Go', 'And on', 'And on', 'Stop')).toContain('Go 2 prompts between last Stop');
  expect(drawn('Go', 'On', 'Stop')).toContain('Go 1 prompt between last Stop');
  expect(drawn('Go', 'Stop')).not.toContain('between');
});

test('says that nothing is left open only where the log has an answer', () => {
  const only = sessionFromText('0:00 Read(a.ts) 1s: a');
  expect(textOf(only)).toContain('Left open cannot tell: no answer is in the log');
  const answered = sessionFromText('0:00 user: Go\n0:01 Read(a.ts) 1s: a\n0:03 assistant: Done.');
  expect(textOf(answered)).toContain('Left open nothing');
});

test('names the types of agents that it does not show at first', () => {
  const types = ['explorer', 'planner', 'critic', 'tester'];
  const calls = types.map((type, n) => `0:0${n + 1} Task(work) 1s as ${type}`).join('\n');
  const text = textOf(sessionFromText(`0:00 user: Go\n${calls}`));
  for (const type of types) expect(text).toContain(type);
  expect(text).toMatch(/Show 2 more: \w+, \w+/);
});

test('does not count lines of a file that was written over as none removed', () => {
  const session = sessionFromText('0:00 user: Go\n0:01 Write(/repo/old.ts) 1s');
  const [call] = session.tool_calls;
  if (call === undefined) throw new Error('The call is drawn');
  call.input.params.content = 'a\nb\n';
  expect(textOf(session)).toContain('+2 \u2212?');
  expect(textOf(session)).not.toContain('\u22120');
});
