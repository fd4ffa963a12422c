import { describe, expect, it } from 'vitest';
import { readJsonc } from '../../../src/adapters/read/readDocument.ts';

describe('readJsonc', () => {
  it('reads comments, trailing commas, and strings that look like comments', () => {
    const text = '{ // one\n "a": [1, 2,], /* two */ "b": "http://x/*y*/",\n}';
    expect(readJsonc(text)).toEqual({ value: { a: [1, 2], b: 'http://x/*y*/' }, errorAt: undefined });
  });

  it('keeps a key named __proto__ as a key', () => {
    const { value } = readJsonc('{"__proto__": {"workflow": []}}');
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect((value as { workflow?: unknown }).workflow).toBeUndefined();
  });

  it('reads as far as it can, and reports where it could not', () => {
    expect(readJsonc('{"a": 1, "b": ')).toMatchObject({ value: { a: 1 }, errorAt: 14 });
    expect(readJsonc('')).toMatchObject({ value: undefined });
  });

  it('rejects what is nested too deeply', () => {
    expect(readJsonc('['.repeat(200_000))).toMatchObject({ value: undefined, errorAt: 0 });
  });
});
