import { expect, test } from 'vitest';
import { markPath } from '../../../src/components/transport-bar/Scrubber.tsx';

const marks = [
  { is: 'prompt', at: 0, item: 0 },
  { is: 'error', at: 0.5, item: 4 },
  { is: 'error', at: 1, item: 9 },
] as const;

test('marks of one kind share one path, each centred on its position', () => {
  expect(markPath(marks, 'error', 800)).toBe('M400.00 6l-4-6h8zM800.00 6l-4-6h8z');
  expect(markPath(marks, 'prompt', 800)).toMatch(/^M0\.00 /);
  expect(markPath(marks, 'compaction', 800)).toBe('');
});
