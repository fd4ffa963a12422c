import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stripLineNumbers } from '../../../src/adapters/claude-code/results/files.ts';

describe('stripLineNumbers', () => {
  it.each([
    ['     1→a\n     2→\n     3→  b', { content: 'a\n\n  b', rest: '' }],
    [
      '1\ta\n2\tb\n\n<system-reminder>x</system-reminder>',
      { content: 'a\nb', rest: '<system-reminder>x</system-reminder>' },
    ],
    ['no numbers', undefined],
    ['', undefined],
  ])('reads %j', (text, stripped) => {
    expect(stripLineNumbers(text)).toEqual(stripped);
  });

  it("reverses the tool's numbering, from any first line", () => {
    const line = fc.string().map((text) => text.replaceAll(/[\r\n]/g, ' '));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), fc.nat(99_999), fc.constantFrom('\t', '→'), (lines, from, mark) => {
        const numbered = lines.map((each, index) => `${String(from + index).padStart(6)}${mark}${each}`).join('\n');
        expect(stripLineNumbers(numbered)?.content).toBe(lines.join('\n'));
      }),
    );
  });
});
