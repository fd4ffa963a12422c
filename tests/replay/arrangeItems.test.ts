import { describe, expect, it } from 'vitest';
import { indexSession, phaseOfItem, type SessionIndex } from '../../src/replay/index.ts';
import type { Session } from '../../src/session/index.ts';
import { sessionFromText } from '../helpers/sessionFromText.ts';

function phasesOf(index: SessionIndex): string[] {
  return index.items.map(({ id, index: item }) => `${id} ${phaseOfItem(index, item)?.phase_type ?? '–'}`);
}

function ranges(session: Session, ...list: [string, string][]): SessionIndex {
  const annotation = session.phase_annotations?.[0];
  if (annotation === undefined) throw new Error('no phase drawn');
  session.phase_annotations = list.map(([start_call_id, end_call_id], i) => ({
    ...annotation,
    phase_type: i === 0 ? 'explore' : 'plan',
    tool_call_range: { start_call_id, end_call_id },
  }));
  return indexSession(session);
}

describe('the phase of an item', () => {
  it('is that of the call it leads to, back to the prompt; after a request’s last call, that of this call', () => {
    const index = indexSession(
      sessionFromText(`
        == explore
        0:00 user: look around
        0:01 thinking: hm
        0:02 Read(a)
        0:03 assistant: now for the change
        == execute
        0:04 Edit(a)
        0:05 assistant: done
        0:06 user: and check it
        0:07 assistant: yes
        == verify
        0:08 Bash(test)
        0:09 assistant: green
      `),
    );
    expect(phasesOf(index)).toEqual([
      'event-001 explore',
      'event-002 explore',
      'tool-001 explore',
      'event-003 execute',
      'tool-002 execute',
      'event-004 execute',
      'event-005 verify',
      'event-006 verify',
      'tool-003 verify',
      'event-007 verify',
    ]);
    expect([...index.landmarks.phase]).toEqual([0, 3, 6]);
  });

  it('does not exist if no annotation covers the call', () => {
    const index = indexSession(sessionFromText('0:00 Read(a)\n== plan\n0:01 Read(b)\n== none\n0:02 Read(c)'));
    expect(phasesOf(index)).toEqual(['tool-001 –', 'tool-002 plan', 'tool-003 –']);
    expect([...index.landmarks.phase]).toEqual([1]);
  });

  it('is, for a subagent’s items at any depth, that of the call that started it', () => {
    const text = `
      == explore
      0:00 Task(one)
        0:01 Task(two)
          0:02 Read(deep)
      == execute
      0:03 Edit(a)`;
    expect(phasesOf(indexSession(sessionFromText(text)))).toEqual([
      'tool-001 explore',
      'sub-001-tool-001 explore',
      'sub-002-tool-001 explore',
      'tool-002 execute',
    ]);
  });

  it('is the first of two annotations that cover the call', () => {
    const session = sessionFromText('== explore\n0:00 Read(a)\n0:01 Read(b)\n0:02 Read(c)');
    const index = ranges(session, ['tool-001', 'tool-002'], ['tool-001', 'tool-003']);
    expect(phasesOf(index)).toEqual(['tool-001 explore', 'tool-002 explore', 'tool-003 plan']);
  });

  it('comes from a backwards range read the right way round, and not from a range that leads nowhere', () => {
    const session = sessionFromText('== explore\n0:00 Read(a)\n0:01 Read(b)\n0:02 Read(c)');
    const index = ranges(session, ['tool-002', 'tool-001'], ['tool-003', 'tool-009']);
    expect(phasesOf(index)).toEqual(['tool-001 explore', 'tool-002 explore', 'tool-003 –']);
  });
});
