import { describe, expect, it } from 'vitest';
import { indexSession, neighbour, noFilters, type Step, stepsOf } from '../../src/replay/index.ts';
import { sessionFromText } from '../helpers/sessionFromText.ts';

const index = indexSession(
  sessionFromText(`
    == explore
    0:00 user: go
    0:01 thinking: hm
    0:02 Task(look) 1m failed
      0:03 Read(a.ts) failed
      0:04 assistant: nothing there
    == execute
    1:10 thinking: so be it
    1:11 Edit(a.ts)
    1:12 notice(compaction): 9 -> 1
  `),
);

function visited(step: Step, change: { hidden?: ['thinking']; expanded?: string[] } = {}): (string | undefined)[] {
  const filters = { ...noFilters, hidden: change.hidden ?? [] };
  const items = stepsOf({ index, filters, expanded: new Set(change.expanded) }, step);
  return Array.from(items, (item) => index.items[item]?.id);
}

describe('stepsOf', () => {
  it('visits the rows, skipping folded runs until they are expanded', () => {
    expect(visited('call')).toEqual(['tool-001', 'tool-002']);
    expect(visited('call', { expanded: ['tool-001'] })).toEqual(['tool-001', 'sub-001-tool-001', 'tool-002']);
    expect(visited('message')).toEqual(['event-001']);
    expect(visited('item')).toHaveLength(6);
  });

  it('visits what the scrub bar marks, even in folded runs', () => {
    expect(visited('error')).toEqual(['tool-001', 'sub-001-tool-001']);
    expect(visited('compaction')).toEqual(['event-004']);
    expect(visited('prompt')).toEqual(['event-001']);
  });

  it('begins a phase at its first visible row below the prompt', () => {
    expect(visited('phase')).toEqual(['event-002', 'event-003']);
    expect(visited('phase', { hidden: ['thinking'] })).toEqual(['tool-001', 'tool-002']);
  });
});

describe('neighbour', () => {
  it('is the nearest item in either direction, never the item itself', () => {
    const items = Uint32Array.of(2, 5, 9);
    expect([neighbour(items, 5, 'forward'), neighbour(items, 5, 'backward')]).toEqual([9, 2]);
    expect([neighbour(items, 3, 'forward'), neighbour(items, 3, 'backward')]).toEqual([5, 2]);
    expect([neighbour(items, 9, 'forward'), neighbour(items, -1, 'backward')]).toEqual([undefined, undefined]);
  });
});
