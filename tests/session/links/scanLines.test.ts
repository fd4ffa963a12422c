import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanLines } from '../../../src/session/links/scanLines.ts';
import { textOf, toBytes } from './bytes.ts';

function telling(text: string): string[] {
  const codes = toBytes(text);
  const found: string[] = [];
  scanLines(codes, codes.length, (_, __, start, end) => {
    if (start >= 0) found.push(textOf(codes, start, end));
  });
  return found;
}

describe('scanLines', () => {
  it.each([
    ['    return lookUp(port);  ', 'return lookUp(port);'],
    ['12:  return lookUp(port);', 'return lookUp(port);'],
    ['12\treturn lookUp(port);', 'return lookUp(port);'],
    ['src/a.ts:12:return lookUp(port);', 'return lookUp(port);'],
    ['+return lookUp(port);', 'return lookUp(port);'],
    ['- return lookUp(port);\r', 'return lookUp(port);'],
  ])('%j tells %j', (text, expected) => {
    expect(telling(text)).toEqual([expected]);
  });

  it.each(['}', 'short line', '--------------------------', 'src/harbour/lookUp.ts', 'x'.repeat(1001)])(
    '%j tells nothing',
    (text) => {
      expect(telling(text)).toEqual([]);
    },
  );

  it('goes through every line once', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (parts) => {
        const codes = toBytes(parts.join('\n'));
        let next = 0;
        scanLines(codes, codes.length, (from, to) => {
          expect(from).toBe(next);
          next = to + 1;
        });
        expect(next).toBeGreaterThanOrEqual(codes.length);
      }),
    );
  });
});
