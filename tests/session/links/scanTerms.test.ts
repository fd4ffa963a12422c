import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanTerms } from '../../../src/session/links/scanTerms.ts';
import { textOf, toBytes } from './bytes.ts';

function terms(text: string): string[] {
  const codes = toBytes(text);
  const found: string[] = [];
  scanTerms(codes, 0, codes.length, (kind, start, end) => found.push(`${kind} ${textOf(codes, start, end)}`));
  return found;
}

describe('scanTerms', () => {
  it.each([
    ['see src/app/main.ts.', ['path src/app/main.ts']],
    ['open main.ts now', ['file main.ts']],
    ['job a81f3c9d22', ['id a81f3c9d22']],
    ['as STD-001 says', ['key STD-001']],
    ['call highWater()', ['name highWater']],
    ['MAX_ROWS too', ['name MAX_ROWS']],
    ['a tide-table here', ['joined tide-table']],
    ['port 5173', ['number 5173']],
    ['TestTides_AtNight', ['name TestTides_AtNight', 'name TestTides']],
    ['the water is high', []],
    ['v1.2', []],
    ['', []],
  ])('finds in %j %j', (text, expected) => {
    expect(terms(text)).toEqual(expected);
  });

  it('stays inside the text, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, from) => {
        const codes = toBytes(text);
        scanTerms(codes, Math.min(from, codes.length), codes.length, (_, start, end) => {
          expect(start).toBeGreaterThanOrEqual(Math.min(from, codes.length));
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(codes.length);
        });
      }),
    );
  });
});
