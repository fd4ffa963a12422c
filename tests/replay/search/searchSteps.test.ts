import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexSession, isError, outcomeOf, type ReplayItem, type SessionIndex } from '../../../src/replay/index.ts';
import {
  createSearchTexts,
  type Found,
  narrowsQuery,
  parseQuery,
  type SearchReading,
  type SearchTexts,
  searchSteps,
  withoutRepeatedTasks,
} from '../../../src/replay/search/index.ts';
import { foldCase } from '../../../src/replay/search/query.ts';
import { searchParts } from '../../../src/replay/search/searchTexts.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';
import { arbitrarySession } from '../arbitrarySession.ts';
import { plainReading } from './plainReading.ts';

const session = sessionFromText(`
  == explore
  0:00 user: Find the PARSER 舟山
  0:01 thinking: where is the offset
  0:02 Read(src/parser.ts) 1s: 120 lines
  0:03 Task(dig) 10s as explorer
    0:04 Bash(make parser) 1s failed: exit 2
    0:05 Task(deeper) 4s as reader
      0:06 Grep(needle) 1s: 3 matches
  == none
  0:20 TodoWrite()
  0:20 plan by call: [ ] mend the lexer
  0:21 usage(model-a): input 1
  0:22 notice(hook): parser is ready
  0:23 Bash(rm -rf x) 1s denied: no
`);
const index = indexSession(session);
const texts = createSearchTexts(index, plainReading);

function run(steps: Iterator<Found, Found>): Found {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

function find(query: string, among: SearchTexts = texts): (string | undefined)[] {
  const { items } = run(searchSteps(among, parseQuery(query)));
  return Array.from(items, (item) => among.index.items[item]?.id);
}

describe('searchSteps', () => {
  it.each<[string, string[]]>([
    ['', []],
    ['parser', ['event-001', 'tool-001', 'sub-001-tool-001', 'event-005']],
    ['舟山', ['event-001']],
    ['NEEDLE', ['sub-002-tool-001']],
    ['"the parser"', ['event-001']],
    ['lexer', ['tool-003']],
    ['offset', ['event-002']],
    ['120 lines', ['tool-001']],
    ['tool:bash', ['sub-001-tool-001', 'tool-004']],
    ['tool:read tool:grep', ['tool-001', 'sub-002-tool-001']],
    ['file:PARSER.ts', ['tool-001']],
    ['status:failed', ['sub-001-tool-001']],
    ['status:den', ['tool-004']],
    ['status:error', ['sub-001-tool-001', 'tool-004']],
    ['status:ok', ['tool-001', 'tool-002', 'sub-001-tool-002', 'sub-002-tool-001', 'tool-003']],
    ['agent:explorer', ['sub-001-tool-001', 'sub-001-tool-002']],
    ['agent:main tool:bash', ['tool-004']],
    ['phase:unclassified lexer', ['tool-003']],
    ['phase:explore tool:read', ['tool-001']],
    ['parser status:failed', ['sub-001-tool-001']],
    ['tool:=rea', []],
    ['tool:=READ', ['tool-001']],
    ['command:mak', ['sub-001-tool-001']],
    ['command:=rm', ['tool-004']],
    ['command:=r', []],
    ['file:=src/parser.ts', ['tool-001']],
    ['file:=parser.ts', []],
    ['agent:=main tool:bash', ['tool-004']],
    ['agent:=explore', []],
    ['model:model-a', ['event-002', 'tool-001', 'tool-002', 'tool-003', 'event-004', 'tool-004']],
    ['duration:>4s', ['tool-002']],
    ['duration:>=4s', ['tool-002', 'sub-001-tool-002']],
    ['duration:2s..5s', ['sub-001-tool-002']],
    ['duration:<1s', ['tool-003']],
    ['duration:soon', []],
    ['tokens:>10k', []],
    ['nowhere', []],
    ['status:nowhere', []],
  ])('finds %j', (query, ids) => {
    expect(find(query)).toEqual(ids);
  });

  it('finds no secret as a word or as a file, but finds its placeholder', () => {
    const reading: SearchReading = {
      ...plainReading,
      mask: (value) => JSON.parse(JSON.stringify(value).replaceAll('parser', '[masked]')),
    };
    const masked = createSearchTexts(index, reading);
    expect(find('parser', masked)).toEqual(['event-001']);
    expect(find('file:parser', masked)).toEqual([]);
    expect(find('masked', masked)).toEqual(['tool-001', 'sub-001-tool-001', 'event-005']);
  });

  it('reuses the texts made before a session grew', () => {
    let read = 0;
    const counting: SearchReading = {
      ...plainReading,
      plain(text) {
        read += 1;
        return text;
      },
    };
    const before = createSearchTexts(index, counting);
    expect(find('parser', before)).toHaveLength(4);
    const first = read;
    const grown = indexSession({ ...session, tool_calls: session.tool_calls.slice(0, -1) });
    expect(find('parser', createSearchTexts(grown, counting, before))).toHaveLength(4);
    expect(read).toBe(first);
  });

  it('puts the words of a call before its switches and numbers', () => {
    const edit = indexSession(sessionFromText('0:00 Edit(src/a.ts) 1s'));
    const [item] = edit.items;
    if (item?.is !== 'call') throw new Error('No call was drawn');
    const params = { replace_all: false, limit: 3, file_path: 'src/a.ts', new_string: 'const a = 1;' };
    const call = { ...item.call, input: { ...item.call.input, params } };
    const told = searchParts({ ...item, call }, plainReading).filter(({ kind: place }) => place === 'input');
    expect(told.map(({ text }) => text).slice(-4)).toEqual(['src/a.ts', 'const a = 1;', 'false', '3']);
  });

  it('agrees with a full scan', () => {
    fc.assert(
      fc.property(arbitrarySession, query, (drawn, asked) => {
        const made = createSearchTexts(indexSession(drawn), plainReading);
        expect(Array.from(run(searchSteps(made, parseQuery(asked))).items)).toEqual(scan(made.index, asked));
      }),
    );
  });

  it('continues from what a wider query found, even if that was not finished', () => {
    let narrowed = 0;
    fc.assert(
      fc.property(arbitrarySession, query, query, fc.nat(40), (drawn, asked, more, stopAt) => {
        const made = createSearchTexts(indexSession(drawn), plainReading);
        const [wide, narrow] = [parseQuery(asked), parseQuery(`${asked}${more}`)];
        if (!narrowsQuery(narrow, wide)) return;
        narrowed += 1;
        const all = run(searchSteps(made, wide));
        const upTo = Math.min(stopAt, made.index.items.length);
        const known = { items: all.items.filter((item) => item < upTo), upTo };
        expect(run(searchSteps(made, narrow, known))).toEqual(run(searchSteps(made, narrow)));
      }),
      { numRuns: 300 },
    );
    expect(narrowed).toBeGreaterThan(0);
  });
});

describe('withoutRepeatedTasks', () => {
  const drawn = sessionFromText(`
    0:00 Task(dig) 10s as explorer
      0:01 user: Find the offset of the lexer
      0:02 assistant: Looking for the offset
      0:03 user: Find the offset again
  `);
  const [task] = drawn.tool_calls;
  if (task !== undefined) task.input.params.prompt = 'Find the offset of the lexer';
  const given = indexSession(drawn);
  const listed = (asked: string): (string | undefined)[] => {
    const { items } = run(searchSteps(createSearchTexts(given, plainReading), parseQuery(asked)));
    return Array.from(withoutRepeatedTasks(given, items), (item) => given.items[item]?.id);
  };

  it('lists a task once, at the call that gave it', () => {
    expect(listed('lexer')).toEqual(['tool-001']);
    expect(listed('offset')).toEqual(['tool-001', 'sub-001-event-002', 'sub-001-event-003']);
  });

  it('keeps the task if the call does not match', () => {
    expect(listed('agent:explorer lexer')).toEqual(['sub-001-event-001']);
  });
});

const query = fc
  .array(
    fc.constantFrom(
      'e',
      'st',
      'line',
      'Step',
      '1',
      '"e "',
      'tool:r',
      'tool:bash',
      'file:a',
      'status:fail',
      'status:ok',
      'agent:main',
      'agent:e',
      'phase:ex',
      ' ',
      ' ',
    ),
    { maxLength: 4 },
  )
  .map((pieces) => pieces.join(' '));

/** The same without steps, caches or folding in advance. */
function scan({ items, runs, phases, phaseOf }: SessionIndex, asked: string): number[] {
  const { words, terms } = parseQuery(asked);
  if (words.length + terms.length === 0) return [];
  const meets = (item: ReplayItem, name: string, value: string): boolean => {
    const call = item.is === 'call' ? item.call : undefined;
    switch (name) {
      case 'tool':
        return call?.tool_name.toLowerCase().includes(value) === true;
      case 'file':
        return (
          `${call?.input.params.file_path ?? ''}`.toLowerCase().includes(value) &&
          call?.input.params.file_path !== undefined
        );
      case 'status':
        if (call === undefined) return value === 'error' && isError(item);
        return outcomeOf(call).startsWith(value) || (value === 'ok' && outcomeOf(call) === 'succeeded');
      case 'phase':
        return (phases[phaseOf[item.index] ?? -1]?.phase_type ?? 'unclassified').startsWith(value);
      default:
        return item.run === 0
          ? 'main'.startsWith(value)
          : [runs[item.run]?.agent, runs[item.run]?.subSession?.agent.agent_id].some((each) =>
              each?.toLowerCase().includes(value),
            );
    }
  };
  return items.flatMap((item) => {
    const said = searchParts(item, plainReading).map(({ text }) => foldCase(text));
    const fits =
      words.every((word) => said.some((text) => text.includes(word))) &&
      [...new Set(terms.map(({ name }) => name))].every((name) =>
        terms.some((term) => term.name === name && meets(item, name, term.value)),
      );
    return fits ? [item.index] : [];
  });
}
