import { expect, test } from 'vitest';
import { type FoundSecret, mergeSpans } from '../../../src/redaction/scan/spans.ts';

const guess = (start: number, end: number): FoundSecret => ({ start, end, rule: 'password', evidence: 'guess' });
const format = (start: number, end: number): FoundSecret => ({ start, end, rule: 'jwt', evidence: 'format' });

test('orders ranges and joins those that overlap under the surer name', () => {
  expect(mergeSpans([guess(20, 30), guess(0, 8), format(4, 12), guess(10, 14), guess(14, 16)])).toEqual([
    format(0, 14),
    guess(14, 16),
    guess(20, 30),
  ]);
});

test('returns sorted ranges that do not overlap unchanged', () => {
  const ranges = [guess(0, 2), format(2, 4), guess(6, 8)];
  expect(mergeSpans(ranges)).toBe(ranges);
});
