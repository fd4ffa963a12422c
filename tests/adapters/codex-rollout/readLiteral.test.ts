import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLiteral } from '../../../src/adapters/codex-rollout/script.ts';

describe('readLiteral', () => {
  it('reads every JSON value as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.nat(3), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(readLiteral(`f(${text})`, 2)).toEqual({ value: JSON.parse(text), end: 2 + text.length });
      }),
    );
  });

  it.each([
    ["{cmd: 'npm test', yield_time_ms: 1_000}", undefined],
    ["{cmd: 'npm test', tty: true,}", { cmd: 'npm test', tty: true }],
    ['`two\nlines`', 'two\nlines'],
    [
      String.raw`'it\'s \u4f60 \x41 \
on'`,
      "it's 你 A on",
    ],
    ['-1.5e3', -1500],
    ['{ a: [1, "b", null,], }', { a: [1, 'b', null] }],
  ])('reads %s', (script, value) => {
    expect(readLiteral(script, 0)?.value).toEqual(value);
  });

  it.each(['patch', `\`a $\{b}\``, "'open", '"a\nb"', '{a: b}', '{a', '[1 2]', 'f()', '', '{[a]: 1}', '...x'])(
    'rejects %s',
    (script) => {
      expect(readLiteral(script, 0)).toBeUndefined();
    },
  );

  it('keeps a key named __proto__ as a key', () => {
    const value = readLiteral('{__proto__: {polluted: true}}', 0)?.value as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it('rejects deep nesting without overflowing', () => {
    expect(readLiteral('['.repeat(100_000), 0)).toBeUndefined();
  });
});
