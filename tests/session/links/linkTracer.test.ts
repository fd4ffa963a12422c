import { describe, expect, it } from 'vitest';
import { createFileReaders } from '../../../src/session/links/linkTracer.ts';

describe('createFileReaders', () => {
  it('gives the last reader of a line', () => {
    const readers = createFileReaders();
    readers.read('a.ts', 1, { first: 1, last: 50 });
    readers.read('a.ts', 2, { first: 40, last: 90 });
    expect(readers.lastReader('a.ts', 10)).toBe(1);
    expect(readers.lastReader('a.ts', 45)).toBe(2);
    expect(readers.lastReader('a.ts', 500)).toBe(2);
    expect(readers.lastReader('b.ts', 10)).toBeUndefined();
  });

  it('forgets the readers of a file that was rewritten', () => {
    const readers = createFileReaders();
    readers.read('a.ts', 1, undefined);
    readers.rewritten('a.ts');
    expect(readers.lastReader('a.ts', undefined)).toBeUndefined();
  });

  it('keeps the first reader and the last fifteen', () => {
    const readers = createFileReaders();
    for (let item = 0; item < 100; item += 1) readers.read('__proto__', item, undefined);
    expect(readers.allReaders('__proto__')).toEqual([0, ...Array.from({ length: 15 }, (_, n) => 85 + n)]);
  });
});
