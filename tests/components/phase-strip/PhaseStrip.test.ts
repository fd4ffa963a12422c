import { expect, test } from 'vitest';
import { blockAt, callsReached, nextBlock, phaseOverview } from '../../../src/components/phase-strip/PhaseStrip.tsx';
import { indexSession, positionOf, startOf } from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const index = indexSession(
  sessionFromText(`
  0:00 user: Find the lost hour
  == explore
  0:10 Read(a.ts) 1s: ok
  0:12 Read(b.ts) 1s: ok
  == execute
  0:20 Edit(b.ts) 1s: ok
  == explore
  0:30 Read(a.ts) 1s: ok
`),
);
const [explore, execute] = phaseOverview(index);

test('adds up the phases of a kind, and counts a file read twice as one', () => {
  expect(phaseOverview(index).map(({ type, calls }) => [type, calls])).toEqual([
    ['explore', 3],
    ['execute', 1],
  ]);
  expect(explore?.explored).toBe(2);
  expect(execute?.explored).toBe(0);
  expect((explore?.share ?? 0) + (execute?.share ?? 0)).toBeCloseTo(1);
});

test('counts calls as done once the playhead has passed them', () => {
  const reached = (item: number): number =>
    explore === undefined ? -1 : callsReached(index, explore, positionOf(index, item));
  expect([0, 1, 2, 3, 4].map(reached)).toEqual([0, 1, 2, 2, 3]);
});

test('choosing a kind goes to its next phase, and from the last one to the first', () => {
  if (explore === undefined) throw new Error('There is no exploring.');
  expect(nextBlock(explore, undefined)).toBe(0);
  expect(nextBlock(explore, positionOf(index, 2))).toBe(1);
  expect(nextBlock(explore, positionOf(index, 4))).toBe(0);
});

test('finds the block that contains a position', () => {
  expect(blockAt(index, startOf(index))?.type).toBe('explore');
  expect(blockAt(index, positionOf(index, 3))?.type).toBe('execute');
});
