import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineScanner } from '../../../src/session/links/scanLines.ts';
import { textOf, toBytes } from './bytes.ts';

function telling(text: string): string[] {
  const codes = toBytes(text);
  const found: string[] = [];
  const scanner = new LineScanner(codes);
  scanner.begin(codes.length);
  while (scanner.next()) if (scanner.isDistinctive) found.push(textOf(codes, scanner.start, scanner.end));
  return found;
}

describe('LineScanner', () => {
  it.each([
    ['    return lookUp(port);  ', 'return lookUp(port);'],
    ['12:  return lookUp(port);', 'return lookUp(port);'],
    ['12\treturn lookUp(port);', 'return lookUp(port);'],
    ['src/a.ts:12:return lookUp(port);', 'return lookUp(port);'],
    ['+return lookUp(port);', 'return lookUp(port);'],
    ['- return lookUp(port);\r', 'return lookUp(port);'],
  ])('finds in %j the telling part %j', (text, expected) => {
    expect(telling(text)).toEqual([expected]);
  });

  it.each(['}', 'short line', '--------------------------', 'src/harbour/lookUp.ts', 'x'.repeat(1001)])(
    'finds no telling part in %j',
    (text) => {
      expect(telling(text)).toEqual([]);
    },
  );

  it('visits every line once', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (parts) => {
        const codes = toBytes(parts.join('\n'));
        let next = 0;
        const scanner = new LineScanner(codes);
        scanner.begin(codes.length);
        while (scanner.next()) {
          expect(scanner.from).toBe(next);
          next = scanner.to + 1;
        }
        expect(next).toBeGreaterThanOrEqual(codes.length);
      }),
    );
  });
});
