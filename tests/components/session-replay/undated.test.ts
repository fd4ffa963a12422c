import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SessionReplay, ToolCallDetail } from '../../../src/components/index.ts';
import { sessionScope } from '../../../src/components/session-replay/ReplayViewContext.ts';
import { indexSession } from '../../../src/replay/index.ts';
import { parseSession, type Session } from '../../../src/session/index.ts';

const folder = join(import.meta.dirname, '../../../data/sessions');
const sessionOf = (name: RegExp): Session => {
  const file = readdirSync(folder).find((each) => name.test(each) && each.endsWith('.json')) ?? '';
  const { session } = parseSession(JSON.parse(readFileSync(join(folder, file), 'utf8')));
  if (session === undefined) throw new Error(`${file} is no session`);
  return session;
};

/** A replay and the details of a call, as they are drawn. */
function drawn(session: Session): string {
  const call = session.tool_calls[0];
  if (call === undefined) throw new Error('It has a call.');
  const scope = sessionScope(indexSession(session));
  return (
    renderToString(createElement(SessionReplay, { session })) +
    renderToString(createElement(ToolCallDetail, { call, scope }))
  );
}

test('a session without a date shows neither date nor time of day, and one with a date shows both', () => {
  const anyMoment = /1970|\d\d:\d\d:\d\d UTC/;
  expect(drawn(sessionOf(/^undated-/))).not.toMatch(anyMoment);
  expect(drawn(sessionOf(/^2026-02-07-001-report/))).toMatch(anyMoment);
});

const words = (html: string): string => html.replace(/<[^>]+>/g, ' ');

test('a log without a clock says so, and shows no times or lengths that were never measured', () => {
  const text = words(drawn(sessionOf(/^2025-10-01-001-/)));
  expect(text).toContain('no clock in this log');
  expect(text).toMatch(/Duration\s+not in log/);
  expect(text).not.toMatch(/\d:\d\d:\d\d|\b0 ms/);
});

test('a log without a clock shows the length that its source states', () => {
  const text = words(drawn(sessionOf(/^undated-.*say-in-one-word/)));
  expect(text).toContain('no clock in this log');
  expect(text).toMatch(/Duration\s+48\.2 s/);
  expect(text).not.toMatch(/Active|\d:\d\d:\d\d/);
});

test('a replay of a log without calls counts its messages', () => {
  const session = sessionOf(/^2026-02-07-001-report/);
  const { events, ...rest } = session;
  const said = events.filter((event) => event.type === 'message');
  const text = words(
    renderToString(createElement(SessionReplay, { session: { ...rest, events, tool_calls: [], sub_sessions: [] } })),
  );
  expect(text).toContain(`of ${said.length}`);
  expect(text).toMatch(/message \d+ of \d+/);
});
