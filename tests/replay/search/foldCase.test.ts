import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldCase } from '../../../src/replay/search/query.ts';

describe('foldCase', () => {
  it('lowers the case and keeps the length', () => {
    expect(foldCase('Größe ÄÖ 舟山')).toBe('größe äö 舟山');
    expect(foldCase('İSTANBUL 😀 X')).toHaveLength('İSTANBUL 😀 X'.length);
    expect(foldCase('İX')).toBe('İx');
  });

  it('keeps the length of any text', () => {
    const unit = fc.constantFrom('A', 'b', 'Ä', 'İ', 'ẞ', 'Σ', '舟', '😀', '\ud800');
    fc.assert(fc.property(fc.string({ unit }), (text) => foldCase(text).length === text.length));
  });
});
