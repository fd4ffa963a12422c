import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexSession, positionAt, positionOf, sessionMs, startOf } from '../../src/replay/index.ts';
import { carryPosition, comparePositions } from '../../src/replay/position.ts';
import type { Session } from '../../src/session/index.ts';
import { sessionFromText } from '../helpers/sessionFromText.ts';
import { arbitrarySession } from './arbitrarySession.ts';

/** What a log that is still being written has after its first `count` items. */
function beginning(session: Session, count: number): Session {
  return {
    ...session,
    tool_calls: session.tool_calls.filter(({ seq = 0 }) => seq <= count),
    events: session.events.filter(({ seq }) => seq <= count),
  };
}

describe('carryPosition', () => {
  it('keeps the item and the time since it, unless something new has happened since', () => {
    fc.assert(
      fc.property(arbitrarySession, fc.nat({ max: 25 }), fc.double({ min: 0, max: 1 }), (session, count, share) => {
        const before = indexSession(beginning(session, count));
        const after = indexSession(session);
        const position = positionAt(before, sessionMs(share * before.axes.full.duration));
        const carried = carryPosition(before, after, position);
        const item = before.items[position.item];
        if (item === undefined || comparePositions(position, startOf(before)) === 0) return;
        const same = after.itemById(item.id);
        const since = position.at - (before.starts[position.item] as number);
        expect(carried.item).toBe(since > 0 ? positionAt(after, carried.at).item : same?.index);
        const sinceAfter = carried.at - (after.starts[same?.index ?? -1] as number);
        expect(sinceAfter).toBeCloseTo(
          Math.min(since, after.axes.full.duration - (after.starts[same?.index ?? -1] as number)),
          6,
        );
      }),
    );
  });

  it('stays at the start, whatever is inserted before the first item', () => {
    const before = indexSession(sessionFromText('0:10 Read(a.ts) 1s'));
    const after = indexSession(sessionFromText('0:00 user: go\n0:10 Read(a.ts) 1s'));
    expect(carryPosition(before, after, startOf(before))).toEqual(startOf(after));
  });

  it('counts items as reached that turn out to have happened by then', () => {
    const before = indexSession(sessionFromText('0:00 user: a\n0:10 Task(b) 1m'));
    const after = indexSession(sessionFromText('0:00 user: a\n0:10 Task(b) 1m\n  0:20 Read(c)\n  0:50 Read(d)'));
    const at = sessionMs(30_000);
    expect(carryPosition(before, after, { at, item: 1 })).toEqual({ at, item: 2 });
  });

  it('changes nothing where nothing has changed', () => {
    fc.assert(
      fc.property(arbitrarySession, fc.nat(), (session, n) => {
        const index = indexSession(session);
        const position = positionOf(index, index.items.length === 0 ? 0 : n % index.items.length);
        expect(carryPosition(index, indexSession(session), position)).toEqual(position);
      }),
    );
  });
});
