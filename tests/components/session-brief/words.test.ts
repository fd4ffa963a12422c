import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { KitProvider, SessionBrief } from '../../../src/components/index.ts';
import { mostLines } from '../../../src/components/session-brief/BriefLine.tsx';
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

/** Calls that succeed: an agent of each type, and an edit of each file. */
function calls({ types = [], files = [] }: { types?: readonly string[]; files?: readonly string[] }): string {
  const lines = [...types.map((type) => `Task(work) 1s as ${type}`), ...files.map((file) => `Edit(${file}) 1s`)];
  return `0:00 user: Go\n${lines.map((line, n) => `0:${10 + n} ${line}`).join('\n')}`;
}

const types = ['explorer', 'planner', 'critic', 'tester'];
const files = ['a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.ts', 'f.ts', 'g.ts', 'h.ts', 'i.ts', 'j.ts', 'k.ts'];

test('names the types of agents that it does not show at first', () => {
  const text = textOf(
    sessionFromText(calls({ types: [...types, 'writer', 'judge', 'scout', 'guide', 'clerk'], files })),
  );
  expect(text).toMatch(/Show 4 more: \w+, \w+, \w+, \w+/);
});

test('shows more lines of a list where the other lists are short', () => {
  expect(textOf(sessionFromText(calls({ types, files: files.slice(0, 8) })))).not.toContain('Show');
  expect(textOf(sessionFromText(calls({ types, files })))).toContain('Show 4 more');
});

test.each([
  [[], 12],
  [[3], 12],
  [[20], 12],
  [[20, 2], 10],
  [[20, 20], 6],
  [[20, 20, 20, 20, 20, 20, 20], 3],
])('lists of %j lines may have %i each', (lengths, most) => expect(mostLines(lengths, 3, 12)).toBe(most));

test('does not count lines of a file that was written over as none removed', () => {
  const session = sessionFromText('0:00 user: Go\n0:01 Write(/repo/old.ts) 1s');
  const [call] = session.tool_calls;
  if (call === undefined) throw new Error('The call is drawn');
  call.input.params.content = 'a\nb\n';
  expect(textOf(session)).toContain('+2 \u2212?');
  expect(textOf(session)).not.toContain('\u22120');
});

test('says that lines are not in the log where no edit tells them', () => {
  const edited = '0:00 user: Go\n0:01 Edit(a.ts) 1s\n0:03 assistant: Done.';
  expect(textOf(sessionFromText(edited))).toContain('1 file edited lines not in the log');
});

test('says of a log without calls that it has none, and that nothing is left open after an answer', () => {
  const text = textOf(sessionFromText('0:00 user: Go\n0:01 assistant: Done.'));
  expect(text).toContain('Left open nothing');
  expect(text).toContain('Changed no tool calls in the log');
});

test('says that a session failed where the log names no error', () => {
  const session = sessionFromText('0:00 user: Go\n0:01 Bash(ls) 1s');
  session.outcome = 'failed';
  const text = textOf(session);
  expect(text).toContain('Answered not in the log Left open the log says that it failed');
  expect(text).not.toContain('no answer');
});

test('says that a session may be longer where its beginning or its end is inferred', () => {
  const session = sessionFromText('0:00 user: Go\n0:01 Bash(ls) 1s');
  expect(textOf(session)).toContain('Time 2.0 s');
  session.inferred = ['created_at'];
  expect(textOf(session)).toContain('Time at least 2.0 s');
});

test('counts failed checks of commands that ended well beside what went wrong', () => {
  const failing =
    '0:00 user: Go\n0:01 Bash(go test ./...; echo EXIT:$?) 1s: --- FAIL: TestPrices 0.01s\n0:03 assistant: Done.';
  const text = textOf(sessionFromText(failing));
  expect(text).toContain('Went wrong 1 more check failed by what it printed');
  expect(text).toContain('0 of 1 passed');
});

test('counts the lines that a result says were written, where the log does not hold them', () => {
  const session = sessionFromText('0:00 user: Go\n0:01 Write(docs/tides.md) 1s');
  const [call] = session.tool_calls;
  if (call === undefined) throw new Error('The call is drawn');
  call.input.params = { file_path: 'docs/tides.md' };
  call.output = { status: 'success', result: { display: 'Wrote 500 lines to docs/tides.md' } };
  expect(textOf(session)).toMatch(/Changed 1 file edited \+500 /);
  call.output = { status: 'success', result: { display: 'Created docs/tides.md' } };
  expect(textOf(structuredClone(session))).toContain('1 file edited lines not in the log');
});
