import { describe, expect, it } from 'vitest';
import { checklistAt, endOf, indexSession, positionOf, startOf } from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

function lastChanges(text: string): string[] {
  const index = indexSession(sessionFromText(text));
  const checklist = checklistAt(index, endOf(index));
  return (checklist?.entries ?? []).map(({ item, change }) => `${item.text} ${change ?? '–'}`);
}

describe('checklistAt', () => {
  const index = indexSession(
    sessionFromText(`
      0:00 user: go
      0:01 plan: [ ] read, [ ] fix
      0:02 TodoWrite()
      0:02 plan by call: [x] read, [>] fix, [ ] check
      0:03 Task(b)
        0:04 plan: [ ] inner
    `),
  );

  it('gives the latest checklist so far, with the item that set it', () => {
    expect(checklistAt(index, startOf(index))).toBeUndefined();
    expect(checklistAt(index, positionOf(index, 1))).toMatchObject({ setBy: 1, plan: { event_id: 'event-002' } });
    expect(checklistAt(index, endOf(index))).toMatchObject({ setBy: 2, plan: { event_id: 'event-003' } });
  });

  it('gives each agent its own checklist', () => {
    expect(checklistAt(index, endOf(index), 1)?.entries).toMatchObject([{ item: { text: 'inner' } }]);
  });

  it('says what the latest checklist changed, and nothing for the first', () => {
    expect(lastChanges('0:00 plan: [x] a, [ ] b')).toEqual(['a –', 'b –']);
    expect(
      lastChanges(
        '0:00 plan: [ ] a, [>] b, [x] c, [>] d, [x] e, [ ] f\n0:01 plan: [>] a, [x] b, [ ] c, [ ] d, [>] e, [ ] f, [ ] g',
      ),
    ).toEqual(['a started', 'b completed', 'c reopened', 'd postponed', 'e reopened', 'f –', 'g added']);
  });

  it('says what is gone, and matches equal texts in order', () => {
    const repeated = indexSession(
      sessionFromText('0:00 plan: [x] test, [ ] test, [ ] gone\n0:01 plan: [x] test, [x] test'),
    );
    const checklist = checklistAt(repeated, endOf(repeated));
    expect(checklist?.entries.map(({ change }) => change)).toEqual([undefined, 'completed']);
    expect(checklist?.removed).toMatchObject([{ text: 'gone' }]);
  });

  it('matches a reworded item by its id', () => {
    const session = sessionFromText('0:00 plan: [ ] a\n0:01 plan: [ ] b');
    for (const event of session.events) {
      if (event.type === 'plan') event.items = event.items.map((item) => ({ ...item, item_id: '1' }));
    }
    const named = indexSession(session);
    expect(checklistAt(named, endOf(named))?.entries).toMatchObject([{ change: 'reworded' }]);
  });

  it('compares once, however often it is asked', () => {
    expect(checklistAt(index, positionOf(index, 2))).toBe(checklistAt(index, positionOf(index, 3)));
  });
});
