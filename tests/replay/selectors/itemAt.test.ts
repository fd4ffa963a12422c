import { describe, expect, it } from 'vitest';
import { currentItem, indexSession, isRunning, phaseAt, positionAt, sessionMs } from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const index = indexSession(sessionFromText('== plan\n0:00 Read(a) 2s\n== none\n0:01 Read(b)\n0:09 user: c'));

describe('selectors at a position', () => {
  it('give the last item reached, and its phase', () => {
    const early = positionAt(index, sessionMs(999));
    expect(currentItem(index, early)?.id).toBe('tool-001');
    expect(phaseAt(index, early)?.phase_type).toBe('plan');
    const later = positionAt(index, sessionMs(1000));
    expect(currentItem(index, later)?.id).toBe('tool-002');
    expect(phaseAt(index, later)).toBeUndefined();
  });

  it('show a call as running from its start to just before its end', () => {
    const running = [0, 1999, 2000].map((at) => isRunning(index, 0, positionAt(index, sessionMs(at))));
    expect(running).toEqual([true, true, false]);
    expect(isRunning(index, 1, positionAt(index, sessionMs(0)))).toBe(false);
  });

  it('give nothing in a session without items', () => {
    const empty = indexSession(sessionFromText(''));
    const nowhere = positionAt(empty, sessionMs(0));
    expect(currentItem(empty, nowhere)).toBeUndefined();
    expect(phaseAt(empty, nowhere)).toBeUndefined();
  });
});
