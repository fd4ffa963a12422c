import { expect, test } from 'vitest';
import { choicesOf, everySession, filterSessions } from '../../../src/components/session-list/SessionList.tsx';
import { entryOutcome, type SessionEntry } from '../../../src/session/list/sessionEntry.ts';

const entry = (task_title: string, more: Partial<SessionEntry> = {}): SessionEntry => ({
  session_id: task_title,
  task_title,
  status: 'success',
  created_at: '2026-03-14T08:05:00.000Z',
  total_duration_ms: 1,
  model_id: 'm',
  tool_calls_count: 1,
  failed_calls_count: 0,
  source_format: 'wf',
  ...more,
});

const entries = [
  entry('Find the lost hour'),
  entry('Lose no hour', { status: 'failed', source_format: 'frago' }),
  entry('舟山', { status: 'in_progress' }),
  entry('Odd', { status: 'constructor', outcome: '__proto__' }),
];

test('an empty query returns the same list', () => {
  expect(filterSessions(entries, everySession)).toBe(entries);
  expect(filterSessions(entries, { ...everySession, text: '  ' })).toBe(entries);
});

test('matches words in any case and order, and requires all of them', () => {
  const titles = (text: string): string[] =>
    filterSessions(entries, { ...everySession, text }).map(({ task_title }) => task_title);
  expect(titles('HOUR lo')).toEqual(['Find the lost hour', 'Lose no hour']);
  expect(titles('hour find')).toEqual(['Find the lost hour']);
  expect(titles('山')).toEqual(['舟山']);
  expect(titles('.*')).toEqual([]);
});

test('format and outcome narrow the list, and a status counts only if its meaning is known', () => {
  expect(filterSessions(entries, { ...everySession, format: 'frago' })).toEqual([entries[1]]);
  expect(filterSessions(entries, { ...everySession, outcome: 'running' })).toEqual([entries[2]]);
  expect(entries.map(entryOutcome)).toEqual(['succeeded', 'failed', 'running', 'unknown']);
  expect(choicesOf(entries)).toEqual({
    formats: ['wf', 'frago'],
    outcomes: ['succeeded', 'failed', 'running', 'unknown'],
  });
});
