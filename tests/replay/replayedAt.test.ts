import { expect, test } from 'vitest';
import { indexSession } from '../../src/replay/index.ts';
import { replayedAt } from '../../src/replay/internal.ts';
import { sessionFromText } from '../helpers/sessionFromText.ts';

/** Seconds after 10:00 at which the clock reaches each item. */
function secondsOf(text: string): (number | undefined)[] {
  const index = indexSession(sessionFromText(text));
  return Array.from(index.outline, (at) => {
    const reached = replayedAt(index, index.items[at] as (typeof index.items)[number]);
    return reached === undefined ? undefined : (reached - Date.parse('2026-01-25T10:00:00Z')) / 1000;
  });
}

test('times of rows never go back where a log is out of order', () => {
  const seconds = secondsOf(`
    0:00 user: Tidy up
    0:05 assistant: I begin.
    0:02 notice(hook): written late
    0:06 Bash(ls) 1s
  `);
  expect(seconds).toEqual(seconds.toSorted((a, b) => (a ?? 0) - (b ?? 0)));
  expect(seconds.at(-1)).toBe(6);
});

test('what a program wrote before the clock begins keeps its own time', () => {
  expect(
    secondsOf(`
    0:10 notice(hook): made ready
    0:15 user: Tidy up
  `),
  ).toEqual([10, 15]);
});

test('an item without a time has none', () => {
  expect(secondsOf('- assistant: Found it.')).toEqual([undefined]);
});
