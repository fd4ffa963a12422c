import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexSession, type ReplayItem, type SessionIndex } from '../../src/replay/index.ts';
import type { Session } from '../../src/session/index.ts';
import { sessionFromText } from '../helpers/sessionFromText.ts';
import { arbitrarySession } from './arbitrarySession.ts';

function idsOf(index: SessionIndex, items: Iterable<number> = index.items.keys()): (string | undefined)[] {
  return Array.from(items, (item) => index.items[item]?.id);
}

function change<Thing extends object>(thing: Thing | undefined, fields: Partial<Thing>): void {
  if (thing === undefined) throw new Error('not drawn as expected');
  Object.assign(thing, fields);
}

const drawn = indexSession(
  sessionFromText(`
    0:00 user: go
    0:01 Task(one) 1m as explorer
      0:02 Read(a.ts) 1s
      0:30 Read(b.ts) 1s
    0:10 Task(two) 1m
      0:20 Read(c.ts) 1s
    0:10 assistant: both started
    1:20 Bash(make) 5s failed
  `),
);

describe('indexSession', () => {
  it('puts the items of all runs into one order by time', () => {
    expect(idsOf(drawn)).toEqual([
      'event-001',
      'tool-001',
      'sub-001-tool-001',
      'tool-002',
      'event-002',
      'sub-002-tool-001',
      'sub-001-tool-002',
      'tool-003',
    ]);
    expect([...drawn.starts]).toEqual([0, 1000, 2000, 10_000, 10_000, 20_000, 30_000, 80_000]);
    expect(drawn.ends[7]).toBe(85_000);
    expect(drawn.axes.full.duration).toBe(85_000);
    expect(new Date(drawn.axes.full.origin).toISOString()).toBe('2026-01-25T10:00:00.000Z');
  });

  it('keeps runs together in reading order, each after the call that started it', () => {
    expect(idsOf(drawn, drawn.outline)).toEqual([
      'event-001',
      'tool-001',
      'sub-001-tool-001',
      'sub-001-tool-002',
      'tool-002',
      'sub-002-tool-001',
      'event-002',
      'tool-003',
    ]);
  });

  it('gives each run its parent, call, depth, agent and span', () => {
    expect(drawn.runs).toMatchObject([
      { id: 'drawn', parent: undefined, trigger: undefined, depth: 0, agent: undefined, start: 0, end: 85_000 },
      { id: 'sub-001', parent: 0, trigger: { id: 'tool-001' }, depth: 1, agent: 'explorer', start: 2000, end: 31_000 },
      { id: 'sub-002', parent: 0, trigger: { id: 'tool-002' }, depth: 1, agent: undefined, start: 20_000, end: 21_000 },
    ]);
    expect(idsOf(drawn, drawn.runs[1]?.items)).toEqual(['sub-001-tool-001', 'sub-001-tool-002']);
  });

  it('finds landmarks of the session and of each run', () => {
    const { call, message, error, prompt } = drawn.landmarks;
    expect(idsOf(drawn, error)).toEqual(['tool-003']);
    expect(idsOf(drawn, prompt)).toEqual(['event-001']);
    expect(idsOf(drawn, message)).toEqual(['event-001', 'event-002']);
    expect(call).toHaveLength(6);
    expect(idsOf(drawn, drawn.runs[0]?.landmarks.call)).toEqual(['tool-001', 'tool-002', 'tool-003']);
  });

  it('joins a call and the checklist it made into one item', () => {
    const index = indexSession(
      sessionFromText('0:00 TodoWrite()\n0:01 usage: input 1\n0:02 plan by call: [x] a\n0:03 plan by call: [ ] b'),
    );
    expect(idsOf(index)).toEqual(['tool-001', 'event-001', 'event-003']);
    expect(index.items[0]).toMatchObject({ is: 'call', plan: { event_id: 'event-002' } });
    expect(index.itemByEventId('event-002')?.id).toBe('tool-001');
    expect(index.itemByEventId('event-003')?.id).toBe('event-003');
  });

  it('pairs a checklist with one call, even if two have the id that it names', () => {
    const session = sessionFromText('0:00 TodoWrite()\n0:01 TodoWrite()\n0:02 plan by call: [x] a');
    for (const call of session.tool_calls) call.call_id = 'tool-002';
    expect(indexSession(session).items.map((item) => item.is === 'call' && item.plan?.event_id)).toEqual([
      'event-001',
      undefined,
    ]);
  });

  it('treats what a subagent is given as a task, not as a prompt', () => {
    const index = indexSession(
      sessionFromText('0:00 user: go\n0:01 Task(one)\n  0:02 user: do this\n0:03 user(hook): note'),
    );
    expect(idsOf(index, index.landmarks.prompt)).toEqual(['event-001']);
  });

  it('leaves a checklist unpaired if its call is not in its run', () => {
    const session = sessionFromText('0:00 plan by call: [x] a');
    expect(idsOf(indexSession(session))).toEqual(['event-001']);
  });

  it('orders v3.0 calls, which have no seq, as in the file, with messages by time', () => {
    const session = sessionFromText('0:01 Read(a)\n0:02 assistant: between\n0:03 Read(b)');
    for (const call of session.tool_calls) delete call.seq;
    expect(idsOf(indexSession(session))).toEqual(['tool-001', 'event-001', 'tool-002']);
  });

  it('prefers seq to the order of the file', () => {
    const session = sessionFromText('0:01 Read(a)\n0:02 Read(b)\n0:03 assistant: c\n0:04 user: d');
    session.tool_calls.reverse();
    session.events.reverse();
    expect(idsOf(indexSession(session))).toEqual(['tool-001', 'tool-002', 'event-001', 'event-002']);
  });

  it('keeps the recorded order and times if a clock runs backwards', () => {
    const index = indexSession(sessionFromText('0:10 user: a\n0:05 Read(b) 2s\n0:20 assistant: c'));
    expect(idsOf(index)).toEqual(['event-001', 'tool-001', 'event-002']);
    expect([...index.starts]).toEqual([0, 0, 15_000]);
    expect(index.items[1]).toMatchObject({ call: { started_at: '2026-01-25T10:00:05.000Z' } });
    expect(index.ends[1]).toBe(2000);
  });

  it('never starts a subagent before the call that started it', () => {
    const index = indexSession(sessionFromText('0:00 user: a\n0:10 Task(b) 1s\n  0:02 Read(c) 1s'));
    expect([...index.starts]).toEqual([0, 10_000, 10_000]);
    expect(idsOf(index).at(-1)).toBe('sub-001-tool-001');
  });

  it('handles sessions without items, with one item, and without any time', () => {
    const empty = indexSession(sessionFromText(''));
    expect(empty.axes.squeezed.duration).toBe(0);
    expect(empty.axes.squeezed.playbackDuration).toBe(0);
    expect(empty.runs).toMatchObject([{ start: 0, end: 0 }]);
    const one = indexSession(sessionFromText('5:00 user: a'));
    expect(one.axes.full.duration).toBe(0);
    expect(new Date(one.axes.full.origin).toISOString()).toBe('2026-01-25T10:05:00.000Z');
    const timeless = indexSession(sessionFromText('- user: a\n- assistant: b'));
    expect([...timeless.starts]).toEqual([0, 0]);
    expect(new Date(timeless.axes.full.origin).toISOString()).toBe('2026-01-25T10:00:00.000Z');
  });

  it('ignores invalid times and durations', () => {
    const session = sessionFromText('0:00 Read(a) 1s\n0:05 Read(b) 1s');
    change(session.tool_calls[1], { started_at: 'soon', ended_at: 'later', duration_ms: Number.NaN });
    session.created_at = 'once';
    const index = indexSession(session);
    expect([...index.starts, ...index.ends]).toEqual([0, 0, 1000, 0]);
  });

  it('takes a call’s length from its duration, else from its times', () => {
    const session = sessionFromText('0:00 Read(a) 1s\n0:30 Read(b) 1s');
    change(session.tool_calls[0], { ended_at: '2026-01-25T10:00:20.000Z' });
    change(session.tool_calls[1], { ended_at: '2026-01-25T10:00:34.000Z', duration_ms: Number.NaN });
    expect([...indexSession(session).ends]).toEqual([1000, 34_000]);
  });

  describe('for a file with wrong links between runs', () => {
    const twoSubs = `
      0:00 Task(one) 1m
        0:01 Read(a.ts)
      0:02 Task(two) 1m
        0:03 Task(deeper)
    `;

    function indexWith(spoil: (session: Session) => void): SessionIndex {
      const session = sessionFromText(twoSubs);
      spoil(session);
      return indexSession(session);
    }

    it('puts a run without a known call after its parent’s items', () => {
      const index = indexWith((session) => {
        change(session.sub_sessions[0], { triggered_by_call_id: 'nowhere' });
      });
      expect(index.runs[1]).toMatchObject({ parent: 0, trigger: undefined, depth: 1 });
      expect(idsOf(index, index.outline).at(-1)).toBe('sub-001-tool-001');
    });

    it('keeps several runs of one call in the order of the file', () => {
      const index = indexWith((session) => {
        change(session.sub_sessions[1], { triggered_by_call_id: 'tool-001' });
      });
      expect(idsOf(index, index.outline)).toEqual(['tool-001', 'sub-001-tool-001', 'sub-002-tool-001', 'tool-002']);
    });

    it('links a run through a call that names it, if the run names no call', () => {
      const index = indexWith((session) => {
        delete session.sub_sessions[0]?.triggered_by_call_id;
        change(session.tool_calls[0], {
          subagent_info: { subagent_type: 'x', tool_uses: 1, sub_session_id: 'sub-001' },
        });
      });
      expect(index.runs[1]).toMatchObject({ parent: 0, trigger: { id: 'tool-001' } });
    });

    it('makes runs that started each other, or themselves, children of the session', () => {
      const index = indexWith((session) => {
        change(session.sub_sessions[0], { triggered_by_call_id: 'sub-002-tool-001' });
        change(session.sub_sessions[1], { triggered_by_call_id: 'sub-001-tool-001' });
      });
      expect(index.runs).toMatchObject([
        { depth: 0 },
        { depth: 1, parent: 0, trigger: undefined },
        { depth: 2, parent: 1 },
      ]);
      expect(index.outline.toSorted()).toEqual(Uint32Array.from(index.items.keys()));
    });

    it('loses no item for a missing parent or a repeated id', () => {
      const index = indexWith((session) => {
        for (const sub of session.sub_sessions) {
          sub.sub_session_id = 'same';
          sub.parent_session_id = 'gone';
          delete sub.triggered_by_call_id;
        }
      });
      expect(index.runs).toMatchObject([{ depth: 0 }, { depth: 1 }, { depth: 1 }]);
      expect(index.outline).toHaveLength(4);
    });
  });

  it('handles ids named like an object’s built-in properties', () => {
    const session = sessionFromText('0:00 Read(a)\n0:01 user: b');
    change(session.tool_calls[0], { call_id: '__proto__' });
    change(session.events[0], { event_id: 'constructor' });
    const index = indexSession(session);
    expect(index.callById('__proto__')?.index).toBe(0);
    expect(index.itemById('constructor')?.index).toBe(1);
    expect(index.callById('toString')).toBeUndefined();
  });

  it('keeps its invariants for any session', () => {
    fc.assert(
      fc.property(arbitrarySession, (session) => {
        const index = indexSession(session);
        expect(index.starts).toEqual(index.starts.toSorted());
        expect(index.starts[0] ?? 0).toBe(0);
        expect(index.outline.toSorted()).toEqual(Uint32Array.from(index.items.keys()));
        expect(new Set(idsOf(index)).size).toBe(index.items.length);
        index.items.forEach((item: ReplayItem, i) => {
          expect(item.index).toBe(i);
          expect(index.itemById(item.id)).toBe(item);
          expect(index.ends[i]).toBeGreaterThanOrEqual(index.starts[i] as number);
          const run = index.runs[item.run];
          expect(item.depth).toBe(run?.depth);
          if (run?.trigger !== undefined) expect(run.trigger.index).toBeLessThan(i);
        });
        for (const { items } of index.runs) expect(items).toEqual(items.toSorted());
      }),
    );
  });

  it('keeps the order of every run', () => {
    fc.assert(
      fc.property(arbitrarySession, (session) => {
        const index = indexSession(session);
        for (const run of index.runs) {
          const seqs = Array.from(run.items, (item) => {
            const found = index.items[item];
            return (found?.is === 'call' ? found.call.seq : found?.event.seq) ?? 0;
          });
          expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
        }
      }),
    );
  });
});

it('starts time at the first thing someone said or did; earlier items are at 0 with their own recorded time', () => {
  const index = indexSession(
    sessionFromText(`
    0:00 notice(hook): SessionStart
    0:01 system(context): AGENTS.md
    0:02 notice(mode_change): plan
    41:00 user: Go on
    41:05 Read(a.ts) 1s
  `),
  );
  expect([...index.starts]).toEqual([0, 0, 0, 0, 5000]);
  expect(index.axes.full.origin).toBe(Date.parse(index.session.created_at) + 41 * 60_000);
  expect(index.axes.full.duration).toBe(6000);
  const quiet = indexSession(sessionFromText('0:10 notice(hook): a\n0:20 notice(hook): b'));
  expect([...quiet.starts]).toEqual([0, 10_000]);
});
