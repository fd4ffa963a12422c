import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../../src/replay/search/index.ts';

describe('parseQuery', () => {
  it.each<[string, string[], string[]]>([
    ['', [], []],
    ['   ', [], []],
    ['Failing Test', ['failing', 'test'], []],
    ['"not found" x', ['not found', 'x'], []],
    ['"left open', ['left open'], []],
    ['tool:Bash', [], ['tool=bash']],
    ['TOOL:"My Tool" File:src/a.ts', [], ['tool=my tool', 'file=src/a.ts']],
    ['status:failed phase:verify agent:explorer', [], ['status=failed', 'phase=verify', 'agent=explorer']],
    ['tool:="My Tool" tool:=', [], ['tool==my tool']],
    ['duration:> tokens:>= duration:>30s', [], ['duration=>30s']],
    ['="a b"', ['="a', 'b"'], []],
    ['tool: next', ['next'], []],
    ['https://example.org a:b', ['https://example.org', 'a:b'], []],
    ['"tool:Bash"', ['tool:bash'], []],
    ['foo:"a b"', ['foo:a b'], []],
    [':x', [':x'], []],
    ['舟山　潮汐', ['舟山', '潮汐'], []],
    ['tool：Bash “夏令时 变化”', ['夏令时 变化'], ['tool=bash']],
    ['same same SAME', ['same'], []],
    ['__proto__:x constructor:y', ['__proto__:x', 'constructor:y'], []],
    ['.*(a+)+$', ['.*(a+)+$'], []],
  ])('parses %j', (text, words, terms) => {
    const query = parseQuery(text);
    expect([...query.words].sort()).toEqual([...words].sort());
    expect(query.terms.map(({ name, value }) => `${name}=${value}`)).toEqual(terms);
  });

  it('never throws, and gives words in lower case', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'B', ':', '"', '“', ' ', '\u3000', '舟', '\0') }), (text) => {
        const { words } = parseQuery(text);
        expect(words.every((word) => word !== '')).toBe(true);
      }),
    );
  });
});
