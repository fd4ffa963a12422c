import { expect, test } from 'vitest';
import { phaseStartShown } from '../../../src/components/session-replay/ReplayPhases.tsx';
import { indexSession, noFilters, phaseBlocks } from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const index = indexSession(
  sessionFromText(`
  == explore
  0:00 Read(a.ts) 1s: ok
  == execute
  0:10 usage: input 100, output 20
  0:11 assistant: Now the change.
  0:12 Edit(a.ts) 1s: ok
`),
);
const second = phaseBlocks(index)[1]?.first ?? -1;
const at = (hidden: readonly ['usage'] | readonly []) =>
  index.items[phaseStartShown({ index, filters: { ...noFilters, hidden }, expanded: new Set() }, second)]?.id;

test('a phase starts at its first item', () => {
  expect(at([])).toBe(index.items[second]?.id);
});

test('a phase whose first items are hidden starts at its first shown item', () => {
  expect(index.items[second]).toMatchObject({ event: { type: 'usage' } });
  expect(at(['usage'])).toBe(index.items[second + 1]?.id);
});
