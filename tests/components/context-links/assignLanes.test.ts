import fc from 'fast-check';
import { expect, it } from 'vitest';
import { assignLanes, groupLinks, reachOf } from '../../../src/components/context-links/ContextLinks.tsx';

const link = fc
  .tuple(fc.nat(60), fc.integer({ min: 1, max: 20 }))
  .map(([from, length]) => ({ from, to: from + length, strength: 'weak', kinds: [] }) as const);
const links = fc.array(link, { maxLength: 40 }).map((all) => all.toSorted((one, other) => one.to - other.to));

it('no two lines of a lane overlap if there are enough lanes', () => {
  fc.assert(
    fc.property(links, (all) => {
      const groups = groupLinks(all);
      const lanes = assignLanes(groups, groups.length + 1);
      for (const [n, group] of groups.entries()) {
        for (const [m, other] of groups.slice(0, n).entries()) {
          if (lanes[n] === lanes[m]) expect(reachOf(other).last).toBeLessThan(reachOf(group).first);
        }
      }
    }),
  );
});

it('only existing lanes are used, the nearest free one first', () => {
  fc.assert(
    fc.property(links, fc.integer({ min: 1, max: 5 }), (all, count) => {
      for (const lane of assignLanes(groupLinks(all), count)) expect(lane).toBeLessThan(count);
    }),
  );
  const chain = [0, 1, 2].map((n) => ({ from: n * 10, to: n * 10 + 5, strength: 'weak', kinds: [] }) as const);
  expect([...assignLanes(groupLinks(chain), 4)]).toEqual([0, 0, 0]);
});
