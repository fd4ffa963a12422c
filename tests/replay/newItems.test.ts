import { expect, test } from 'vitest';
import { indexSession, noFilters, type SessionIndex } from '../../src/replay/index.ts';
import { beginSight, newItemsOf, readingMs, type Sight, type SightEvent, see } from '../../src/replay/newItems.ts';
import { sessionFromText } from '../helpers/sessionFromText.ts';

/** A session of some calls, one a second. */
function ofCalls(count: number): SessionIndex {
  const lines = Array.from({ length: count }, (_, n) => `0:${String(n).padStart(2, '0')} Read(file-${n}.ts) 100ms`);
  return indexSession(sessionFromText(lines.join('\n')));
}

/** What a reader makes of events, each with the number of calls that are there and its time. */
function seen(...events: readonly (readonly [SightEvent, calls: number, at: number])[]): Sight {
  return events.reduce((sight, [event, calls, at]) => see(sight, event, ofCalls(calls), at), beginSight(ofCalls(3), 0));
}

const countNew = (sight: Sight, calls: number): number => newItemsOf(ofCalls(calls), noFilters, sight.mark)?.count ?? 0;

test('what is there at first is seen', () => {
  expect(countNew(seen(), 3)).toBe(0);
});

test('what comes while the end is out of sight is new, since the reader looked', () => {
  const sight = seen(['grown', 5, 1000], ['grown', 6, 2000]);
  expect(countNew(sight, 6)).toBe(3);
  expect(sight.mark?.at).toBe(0);
});

test('what comes while the end is in sight is seen', () => {
  expect(countNew(seen(['comes', 3, 500], ['grown', 5, 1000], ['goes', 5, 2000]), 5)).toBe(0);
});

test('the reader looked last when the end went out of sight', () => {
  const sight = seen(['comes', 3, 500], ['goes', 3, 4000], ['grown', 5, 5000]);
  expect(sight.mark?.at).toBe(4000);
  expect(countNew(sight, 5)).toBe(2);
});

test('new items stay marked while the reader reads them, and are seen after that', () => {
  const back = [
    ['grown', 5, 1000],
    ['comes', 5, 2000],
  ] as const;
  expect(countNew(seen(...back, ['waits', 5, 2000 + readingMs - 1]), 5)).toBe(2);
  expect(countNew(seen(...back, ['grown', 6, 3000]), 6)).toBe(3);
  expect(countNew(seen(...back, ['waits', 5, 2000 + readingMs]), 5)).toBe(0);
});

test('a reader who only glances at the end has not read what is new', () => {
  const sight = seen(['grown', 5, 1000], ['comes', 5, 2000], ['goes', 5, 3000], ['waits', 5, 90_000]);
  expect(countNew(sight, 5)).toBe(2);
  expect(sight.mark?.at).toBe(0);
});

test('a mark that a host has kept says what came while the page was closed', () => {
  const kept = seen(['comes', 3, 500]).mark;
  expect(countNew(beginSight(ofCalls(7), 9000, kept), 7)).toBe(4);
  expect(countNew(beginSight(ofCalls(7), 9000, { item: 'of-another-session', at: 0 }), 7)).toBe(0);
});

test('of a log that was written anew nothing is new', () => {
  const sight = see(beginSight(ofCalls(5), 0), 'grown', ofCalls(2), 1000);
  expect(countNew(sight, 2)).toBe(0);
  expect(countNew(see(sight, 'grown', ofCalls(3), 2000), 3)).toBe(1);
});

test('only what the list shows is counted, and not what is hidden', () => {
  const index = ofCalls(6);
  const { mark } = beginSight(ofCalls(3), 0);
  expect(newItemsOf(index, { ...noFilters, hidden: ['message'] }, mark)?.count).toBe(3);
  expect(newItemsOf(index, { ...noFilters, only: 'prompts' }, mark)).toBeUndefined();
});
