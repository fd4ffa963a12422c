import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFold, type FoldReducer, indexSession } from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';
import { arbitrarySession } from '../arbitrarySession.ts';

const ids: FoldReducer<readonly string[]> = { initial: [], reduce: (seen, item) => [...seen, item.id] };

describe('createFold', () => {
  it('gives the same state as a fold from the start, in whatever order it is asked', () => {
    fc.assert(
      fc.property(
        arbitrarySession,
        fc.integer({ min: 1, max: 9 }),
        fc.option(fc.nat({ max: 2 }), { nil: undefined }),
        fc.array(fc.integer({ min: -1, max: 40 })),
        (session, every, run, asked) => {
          const index = indexSession(session);
          const fold = createFold(index, ids, run === undefined ? { every } : { every, run });
          for (const item of asked) {
            const reached = index.items.filter((each) => each.index <= item && (run ?? each.run) === each.run);
            expect(fold.at(item)).toEqual(reached.map(({ id }) => id));
          }
        },
      ),
    );
  });

  it('folds only from the nearest checkpoint that it has passed', () => {
    const index = indexSession(sessionFromText(Array.from({ length: 100 }, (_, i) => `0:00 user: ${i}`).join('\n')));
    let reduced = 0;
    const count: FoldReducer<number> = {
      initial: 0,
      reduce: (n) => {
        reduced += 1;
        return n + 1;
      },
    };
    const fold = createFold(index, count, { every: 10 });
    expect(fold.at(99)).toBe(100);
    expect(reduced).toBe(100);
    for (const [item, steps] of [
      [5, 6],
      [57, 8],
      [58, 1],
      [58, 0],
      [9, 0],
      [99, 0],
    ] as const) {
      reduced = 0;
      expect(fold.at(item)).toBe(item + 1);
      expect(reduced).toBe(steps);
    }
  });
});
