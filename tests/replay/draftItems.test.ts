import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexSession } from '../../src/replay/index.ts';
import type { Session } from '../../src/session/index.ts';
import { sessionFromText } from '../helpers/sessionFromText.ts';

/** A session whose calls and events have these ids, in turn, in the session and in a subagent's run. */
function sessionWith(callIds: readonly string[], eventIds: readonly string[]): Session {
  const session = sessionFromText('0:00 Task(sub)\n  0:01 Read(x)');
  const [trigger] = session.tool_calls;
  const [sub] = session.sub_sessions;
  const [inner] = sub?.tool_calls ?? [];
  if (trigger === undefined || sub === undefined || inner === undefined) throw new Error('not drawn as expected');
  const half = Math.ceil(callIds.length / 2);
  session.tool_calls = callIds.slice(0, half).map((call_id, i) => ({ ...trigger, call_id, seq: i + 1 }));
  sub.tool_calls = callIds.slice(half).map((call_id, i) => ({ ...inner, call_id, seq: i + 1 }));
  session.events = eventIds.map((event_id, i) => ({ event_id, seq: i + 1, type: 'message', role: 'user', text: '' }));
  delete sub.triggered_by_call_id;
  return session;
}

const wildId = fc.oneof(
  fc.constantFrom('a', 'b', 'tool-1', 'tool-01', 'tool-2', 'tool-10', '7', '07', '', '__proto__', 'a~2'),
  fc.stringMatching(/^[a-z]{0,2}-?\d{0,18}$/),
);

describe('ids of items', () => {
  it('are the session’s own if unique, and lead to their items', () => {
    const index = indexSession(sessionWith(['tool-001', 'tool-002', 'sub-001-tool-001'], ['event-001']));
    expect(index.items.map(({ id }) => id).sort()).toEqual(['event-001', 'sub-001-tool-001', 'tool-001', 'tool-002']);
    expect(index.callById('tool-002')?.call.call_id).toBe('tool-002');
    expect(index.callById('event-001')).toBeUndefined();
    expect(index.itemById('tool-1')).toBeUndefined();
    expect(index.itemByEventId('event-001')?.is).toBe('event');
    expect(index.itemByEventId('tool-001')).toBeUndefined();
  });

  it('are made unique if a file repeats them; the first call keeps its own', () => {
    const index = indexSession(sessionWith(['x', 'x', 'x'], ['x', 'y']));
    expect(index.items.map(({ id }) => id).sort()).toEqual(['x', 'x~2', 'x~3', 'x~4', 'y']);
    expect(index.callById('x')?.id).toBe('x');
    expect(index.itemByEventId('x')?.is).toBe('event');
  });

  it('take linear time if all are the same', () => {
    const same = Array.from({ length: 20_000 }, () => 'x');
    const index = indexSession(sessionWith(same, []));
    expect(index.itemById('x~20000')).toBeDefined();
  });

  it('are unique and lead to their items, whatever the file contains', () => {
    fc.assert(
      fc.property(fc.array(wildId, { maxLength: 12 }), fc.array(wildId, { maxLength: 6 }), (calls, events) => {
        const index = indexSession(sessionWith(calls, events));
        for (const item of index.items) expect(index.itemById(item.id)).toBe(item);
        for (const id of calls) expect(index.callById(id)?.call.call_id).toBe(id);
        for (const id of events) expect(index.itemByEventId(id)).toMatchObject({ event: { event_id: id } });
        expect(index.itemById('nothing')).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });
});
