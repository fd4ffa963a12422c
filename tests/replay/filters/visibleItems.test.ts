import { describe, expect, it } from 'vitest';
import { indexSession, noFilters, type ReplayFilters, sessionMs, visibleItems } from '../../../src/replay/index.ts';
import { matchesOf } from '../../helpers/matchesOf.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

const index = indexSession(
  sessionFromText(`
    == explore
    0:00 user: Find the PARSER
    0:01 thinking: hm
    0:02 Read(src/parser.ts) 1s: 120 lines
    0:03 Task(dig) 10s as explorer
      0:04 Bash(make parser) 1s failed: exit 2
    == none
    0:20 TodoWrite()
    0:20 plan by call: [ ] mend the lexer
    0:21 usage: input 1
    0:22 user(hook): reminder
    0:23 user(command): /clear
  `),
);

function shown(filters: Partial<ReplayFilters>): (string | undefined)[] {
  return Array.from(visibleItems(index, { ...noFilters, ...filters }).items, (item) => index.items[item]?.id);
}

describe('visibleItems', () => {
  it('shows everything without filters', () => {
    expect(shown({})).toHaveLength(index.items.length);
  });

  it.each<[string, Partial<ReplayFilters>, string[]]>([
    ['tools', { matches: matchesOf(index, 'tool:Read tool:Bash') }, ['tool-001', 'sub-001-tool-001']],
    ['outcomes', { matches: matchesOf(index, 'status:failed') }, ['sub-001-tool-001']],
    ['phases', { matches: matchesOf(index, 'phase:explore'), hidden: ['call', 'thinking'] }, ['event-001']],
    [
      'no phase',
      { matches: matchesOf(index, 'phase:unclassified'), hidden: ['call', 'usage'] },
      ['event-005', 'event-006'],
    ],
    ['matches of a search', { matches: new Set(['tool-001', 'gone']) }, ['tool-001']],
    ['agents', { matches: matchesOf(index, 'agent:explorer') }, ['sub-001-tool-001']],
    [
      'a stretch',
      { between: { from: sessionMs(2000), to: sessionMs(4000) } },
      ['tool-001', 'tool-002', 'sub-001-tool-001'],
    ],
    ['my prompts', { only: 'prompts' }, ['event-001', 'event-006']],
    [
      'a text in any case, of messages, arguments and results',
      { matches: matchesOf(index, ' parser ') },
      ['event-001', 'tool-001', 'sub-001-tool-001'],
    ],
    ['a text in a short result', { matches: matchesOf(index, '120 lines') }, ['tool-001']],
    ['a text in a checklist that a call made', { matches: matchesOf(index, 'lexer') }, ['tool-003']],
    ['all that is asked at once', { matches: matchesOf(index, 'tool:Read tool:Bash "exit 2"') }, ['sub-001-tool-001']],
  ])('finds by %s', (_, filters, expected) => {
    expect(shown(filters)).toEqual(expected);
  });

  it('hides kinds', () => {
    expect(shown({ hidden: ['call', 'message', 'thinking'] })).toEqual(['event-004']);
  });

  it('says for each item whether it is shown', () => {
    const visible = visibleItems(index, { ...noFilters, matches: matchesOf(index, 'tool:Read') });
    expect(index.items.filter((item) => visible.has(item.index))).toMatchObject([{ id: 'tool-001' }]);
  });

  it('is computed once for the same filters', () => {
    const filters = { ...noFilters, matches: new Set(['x']) };
    expect(visibleItems(index, filters)).toBe(visibleItems(index, filters));
    expect(visibleItems(index, { ...filters })).not.toBe(visibleItems(index, filters));
  });
});
