import { describe, expect, it } from 'vitest';
import { groupLinks, groupsOf, reachOf } from '../../../src/components/context-links/ContextLinks.tsx';

const link = (from: number, to: number) => ({ from, to, strength: 'strong', kinds: [] }) as const;
const end = (item: number) => ({ item, strength: 'strong' });

describe('groupLinks', () => {
  it('groups links by the contributing call', () => {
    expect(groupLinks([link(2, 3), link(0, 4), link(2, 6)])).toEqual([
      { hub: 0, direction: 'out', ends: [end(4)] },
      { hub: 2, direction: 'out', ends: [end(3), end(6)] },
    ]);
  });
});

describe('groupsOf', () => {
  it('separates what a call used from where it was used, and leaves out empty groups', () => {
    expect(groupsOf(5, [link(4, 5), link(1, 5)], [])).toEqual([{ hub: 5, direction: 'in', ends: [end(1), end(4)] }]);
    expect(groupsOf(5, [], [link(5, 9)])).toEqual([{ hub: 5, direction: 'out', ends: [end(9)] }]);
    expect(groupsOf(5, [], [])).toEqual([]);
  });
});

describe('reachOf', () => {
  it('spans from the first to the last call', () => {
    expect(reachOf({ hub: 5, direction: 'in', ends: [end(1), end(4)] as never })).toEqual({ first: 1, last: 5 });
    expect(reachOf({ hub: 5, direction: 'out', ends: [end(7), end(9)] as never })).toEqual({ first: 5, last: 9 });
  });
});
