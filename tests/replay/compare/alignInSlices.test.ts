import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alignInSlices, alignSessions } from '../../../src/replay/compare/alignSteps.ts';
import type { Comparison } from '../../../src/replay/compare/comparison.ts';
import { indexSession } from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';
import { arbitrarySession } from '../arbitrarySession.ts';

const told = ({ rows, counts, left, right, change }: Comparison): unknown => ({
  rows: rows.map(({ is, left: one, right: other, differs }) => [is, one?.index, other?.index, differs]),
  ...{ counts, left, right, change },
});

test('gives in slices what it gives at once', async () => {
  await fc.assert(
    fc.asyncProperty(arbitrarySession, arbitrarySession, async (left, right) => {
      const [a, b] = [indexSession(left), indexSession(right)];
      // No time at all between two pauses: it rests after every step.
      expect(told(await alignInSlices(a, b, { budgetMs: 0 }))).toEqual(told(alignSessions(a, b)));
    }),
    { numRuns: 60 },
  );
});

test('stops when it is aborted', async () => {
  const index = indexSession(sessionFromText('0:00 user: Hello\n0:01 Read(a.ts) 1s'));
  const controller = new AbortController();
  const aligned = alignInSlices(index, index, { budgetMs: 0, signal: controller.signal });
  controller.abort();
  await expect(aligned).rejects.toThrow(/abort/i);
});
