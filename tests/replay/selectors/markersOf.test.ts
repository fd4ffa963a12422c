import { describe, expect, it } from 'vitest';
import { indexSession, markersOf } from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

describe('markersOf', () => {
  const index = indexSession(
    sessionFromText(`
      == explore
      0:00 user: go
      0:05 Read(a.ts) failed
      10:00 notice(compaction): 9 -> 1
      == execute
      10:05 Edit(a.ts)
      10:06 notice(api_error): overloaded
    `),
  );

  it('marks errors, prompts, phase starts and compactions, ascending, in session time', () => {
    expect(markersOf(index)).toEqual([
      { is: 'phase', item: 0, at: 0 },
      { is: 'prompt', item: 0, at: 0 },
      { is: 'error', item: 1, at: 5000 },
      { is: 'phase', item: 2, at: 600_000 },
      { is: 'compaction', item: 2, at: 600_000 },
      { is: 'error', item: 4, at: 606_000 },
    ]);
  });

  it('gives session times, which the axis in use squeezes', () => {
    const { squeezed } = index.axes;
    expect(markersOf(index).map(({ at }) => squeezed.toPlayback(at))).toEqual([0, 0, 5000, 20_000, 20_000, 26_000]);
  });
});
