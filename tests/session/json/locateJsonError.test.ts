import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locateJsonError } from '../../../src/session/index.ts';

describe('locateJsonError', () => {
  it.each([
    ['{"a": "x "y" z"}', 10, "',' or '}'", 'y'],
    ['{"a":1,}', 7, 'a key in double quotes', '}'],
    ['[1,]', 3, 'a value', ']'],
    ['[1 2]', 3, "',' or ']'", '2'],
    ['{a:1}', 1, "a key in double quotes or '}'", 'a'],
    ['[', 1, "a value or ']'", 'the end of the file'],
    ['{"a" 1}', 5, "':'", '1'],
    ['{"a":1}x', 7, 'the end of the file', 'x'],
    ['"a\tb"', 2, 'an escape: a string holds no control characters', '\t'],
    ['"a\\xb"', 3, 'one of "\\/bfnrtu after a backslash', 'x'],
    ['"\\u12G4"', 5, 'a hexadecimal digit', 'G'],
    ['"abc', 4, "'\"' at the end of the string", 'the end of the file'],
    ['"abc\\', 5, "'\"' at the end of the string", 'the end of the file'],
    ['01', 1, 'the end of the file', '1'],
    ['-', 1, 'a digit', 'the end of the file'],
    ['1.x', 2, 'a digit', 'x'],
    ['1e+', 3, 'a digit', 'the end of the file'],
    ['trux', 3, '`true`', 'x'],
    ['', 0, 'a value', 'the end of the file'],
    ['\u00a0{}', 0, 'a value', '\u00a0'],
    ['{"a":[1}', 7, "',' or ']'", '}'],
  ])('finds the error in %j at %i, where it expects %s', (text, offset, expected, actual) => {
    expect(locateJsonError(text)).toMatchObject({ offset, expected, actual });
  });

  it.each([
    ['{\n  "a": 😀\n}', 2, 8],
    ['{"😀": x}', 1, 7],
    ['[1,\r\n2\r\n3]', 3, 1],
    ['\n', 2, 1],
    ['{"洞": "说"了"}', 1, 10],
  ])('counts lines and characters in %j', (text, line, column) => {
    expect(locateJsonError(text)).toMatchObject({ line, column });
  });

  it('handles deep nesting', () => {
    expect(locateJsonError('['.repeat(200_000))).toMatchObject({ offset: 200_000, expected: "a value or ']'" });
    expect(locateJsonError(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)).toBeUndefined();
  });

  it('reports an error exactly where JSON.parse does', () => {
    const mutated = fc
      .tuple(fc.json({ maxDepth: 4 }), fc.nat(), fc.nat({ max: 2 }), fc.constantFrom(...'{}[],:"\\0-.eEtu \n1x\u0001'))
      .map(([json, place, drop, insert]) => {
        const at = place % (json.length + 1);
        return json.slice(0, at) + insert + json.slice(at + drop);
      });
    fc.assert(
      fc.property(fc.oneof(mutated, fc.string()), (text) => {
        const fault = locateJsonError(text);
        let message: string | undefined;
        try {
          JSON.parse(text);
        } catch (error) {
          message = String(error);
        }
        expect(fault === undefined).toBe(message === undefined);
        // V8 names the position in most of its messages, and the end of the input in one.
        const position = /at position (\d+)/.exec(message ?? '')?.[1];
        if (position !== undefined) expect(fault?.offset).toBe(Number(position));
        if (message?.includes('Unexpected end of JSON input')) expect(fault?.offset).toBe(text.length);
      }),
      { numRuns: 2000 },
    );
  });
});
