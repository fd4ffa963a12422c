import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createElement, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import {
  KitProvider,
  SessionCard,
  SessionCompare,
  type SessionEntry,
  SessionList,
  SessionReplay,
  StatePanel,
} from '../../src/components/index.ts';
import { sessionMarkdown } from '../../src/export/index.ts';
import { endOf, indexSession, layoutLanes } from '../../src/replay/index.ts';
import { hasClock, parseSessionText, type Session } from '../../src/session/index.ts';

const folder = join(import.meta.dirname, '../../data/sessions');
const { sessions: entries } = JSON.parse(readFileSync(join(folder, 'index/sessions.json'), 'utf8')) as {
  sessions: SessionEntry[];
};
const samples = entries.flatMap((entry): { entry: SessionEntry; session: Session }[] => {
  const { session } = parseSessionText(readFileSync(join(folder, `${entry.session_id}.json`), 'utf8'));
  return session === undefined ? [] : [{ entry, session }];
});
const withSubagents = samples.filter(({ session }) => session.sub_sessions.some((sub) => sub.tool_calls.length > 0));

/** What a reader sees of a view: its text, one space between any two elements. */
function textOf(view: ReactElement): string {
  const html = renderToString(createElement(KitProvider, null, view));
  return html
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/<!-- -->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const amount = String.raw`\d[\d,.]*(?: [MB])?(?: \+\d[\d,.]*(?: [MB])?)?`;
const found = (text: string, pattern: string): string | undefined =>
  new RegExp(pattern.replace('#', `(${amount})`)).exec(text)?.[1];

function figuresOfList(entry: SessionEntry) {
  const text = textOf(createElement(SessionList, { sessions: [entry] }));
  return { calls: found(text, '# calls?'), failed: found(text, '# failed') ?? '0' };
}

function figuresOfCard(view: ReactElement) {
  const text = textOf(view);
  return { calls: found(text, ' Calls #'), failed: found(text, ' Failed #'), tokens: found(text, ' Tokens out #') };
}

function figuresOfComparison(session: Session) {
  const html = renderToString(createElement(SessionCompare, { left: session, right: session }));
  const [, row = ''] = /<tbody><tr>([\s\S]*?)<\/tr>/.exec(html) ?? [];
  const [calls, failed] = [...row.matchAll(/<td>([\s\S]*?)<\/td>/g)].map(([, cell]) => cell?.replace(/<[^>]+>/g, ''));
  return { calls, failed };
}

function figuresOfReport(session: Session) {
  const text = [...sessionMarkdown(session)].join('').replaceAll('\\', '');
  return {
    calls: found(text, String.raw`\| Calls \| #`),
    failed: found(text, String.raw`\| Failed calls \| #`),
    tokens: found(text, String.raw`\| Tokens out \| #`),
  };
}

function tokensOfState(session: Session): string | undefined {
  const index = indexSession(session);
  return found(textOf(createElement(StatePanel, { index, position: endOf(index), defaultOpen: true })), '# out');
}

/** The lanes of all subagents together. */
function figuresOfLanes(session: Session) {
  const index = indexSession(session);
  const [main, ...inner] = layoutLanes(index, index.axes.full).lanes.map(({ calls, failed }) => [calls.length, failed]);
  const sum = (n: 0 | 1): string => {
    const rest = inner.reduce((all, counts) => all + (counts[n] ?? Number.NaN), 0);
    return rest === 0 ? `${main?.[n]}` : `${main?.[n]} +${rest}`;
  };
  return { calls: sum(0), failed: sum(1) };
}

describe('every view shows the same number for the same fact', () => {
  test('some samples have subagents that call tools and fail', () => {
    expect(withSubagents.length).toBeGreaterThan(5);
    expect(withSubagents.filter(({ session }) => session.usage?.output !== undefined).length).toBeGreaterThan(3);
  });

  test.each(withSubagents)('$entry.session_id', ({ entry, session }) => {
    const card = figuresOfCard(createElement(SessionCard, { session }));
    const { calls, failed, tokens } = card;
    expect(calls).toMatch(/\+/);
    expect(figuresOfCard(createElement(SessionReplay, { session }))).toEqual(card);
    expect(figuresOfReport(session)).toEqual(card);
    for (const figures of [figuresOfList(entry), figuresOfComparison(session), figuresOfLanes(session)]) {
      expect(figures).toEqual({ calls, failed });
    }
    expect(tokensOfState(session)).toBe(tokens);
  });

  test.each(samples)('the list shows the figures and the length of $entry.session_id', ({ entry, session }) => {
    const { calls = '0', failed = '0' } = figuresOfCard(createElement(SessionCard, { session }));
    expect({ calls: '0', ...JSON.parse(JSON.stringify(figuresOfList(entry))) }).toEqual({ calls, failed });
    const length = Date.parse(session.completed_at) - Date.parse(session.created_at);
    const isKnown = hasClock(session) || session.inferred?.includes('summary.total_duration_ms') !== true;
    expect(entry.total_duration_ms).toBe(isKnown ? length : undefined);
  });
});

describe('clock and length', () => {
  const gap = (text: string, pattern: RegExp): boolean => pattern.test(text);

  test.each(samples)('$entry.session_id says so if its clock does not span its length', ({ session }) => {
    const { axes, items } = indexSession(session);
    if (items.length === 0) return;
    const text = textOf(createElement(SessionReplay, { session }));
    const before = axes.full.origin - Date.parse(session.created_at);
    const after = Date.parse(session.completed_at) - axes.full.origin - axes.full.duration;
    const known = session.inferred?.includes('created_at') !== true;
    const clocked = hasClock(session);
    expect(gap(text, /clock begins [\d.hms: ]+ after start/)).toBe(clocked && known && before >= 1000);
    expect(gap(text, /last record [\d.hms: ]+ (?:before|after) end/)).toBe(clocked && Math.abs(after) >= 1000);
    expect(gap(text, /no clock in this log/)).toBe(!clocked);
  });
});
