import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerptOf, parseQuery, type SearchPart } from '../../../src/replay/search/index.ts';

const parts: SearchPart[] = [
  { kind: 'name', text: 'Bash' },
  { kind: 'input', text: 'run the tests' },
  { kind: 'output', text: `${'x'.repeat(100)}\nERROR in\tline ${'y'.repeat(300)}` },
];

describe('excerptOf', () => {
  it('shows the first text that has the word, around the word and on one line', () => {
    const excerpt = excerptOf(parts, parseQuery('error line'));
    expect(excerpt).toMatchObject({ kind: 'output', cutBefore: true, cutAfter: true });
    expect(excerpt?.text).toContain('ERROR in line y');
    expect(excerpt?.hits.map(({ from, to }) => excerpt.text.slice(from, to))).toEqual(['ERROR', 'line']);
  });

  it('shows the beginning of the item’s text if only terms or the tool’s name match', () => {
    for (const query of ['tool:bash', 'bash'])
      expect(excerptOf(parts, parseQuery(query))).toMatchObject({ kind: 'input', text: 'run the tests', hits: [] });
    expect(excerptOf(parts.slice(0, 1), parseQuery('bash'))).toMatchObject({
      kind: 'name',
      hits: [{ from: 0, to: 4 }],
    });
    expect(excerptOf([], parseQuery('bash'))).toBeUndefined();
  });

  it('begins with a whole word, unless the word is too long', () => {
    const text = `Use the token [REDACTED:some-kind] for this one upload, ${'x'.repeat(60)} then rest`;
    expect(excerptOf([{ kind: 'text', text }], parseQuery('upload'))?.text).toMatch(/^\[REDACTED:some-kind\] for/);
    expect(excerptOf([{ kind: 'text', text }], parseQuery('rest'))?.text).toMatch(/^x+ then rest$/);
  });

  it('merges matches that overlap', () => {
    const excerpt = excerptOf([{ kind: 'text', text: 'abcd abc' }], parseQuery('abc bcd'));
    expect(excerpt?.hits).toEqual([
      { from: 0, to: 4 },
      { from: 5, to: 8 },
    ]);
  });

  it('never splits a character, and marks exactly the words', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('😀', 'a', '舟', '\n') }), (text) => {
        const excerpt = excerptOf([{ kind: 'text', text: `${text}😀need${text}😀` }], parseQuery('NEED'));
        expect(excerpt?.text.isWellFormed()).toBe(true);
        expect(excerpt?.hits.map(({ from, to }) => excerpt.text.slice(from, to))).toContain('need');
      }),
    );
  });
});
