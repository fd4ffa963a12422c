import { expect, it } from 'vitest';
import type { FuzzInput } from '../../scripts/fuzz/fuzzInput.ts';
import { shrinkInput } from '../../scripts/fuzz/shrinkInput.ts';
import { std001 } from '../../src/adapters/std001/index.ts';

const text = ({ files }: FuzzInput): string => new TextDecoder().decode(files[0]);

it('keeps only the lines without which the input no longer fails', async () => {
  const lines = Array.from({ length: 100 }, (_, index) => `line ${index}\n`).join('');
  const input = { group: { adapter: std001, files: [] }, files: [new TextEncoder().encode(lines)], ancestors: [] };
  const fails = async (each: FuzzInput) => text(each).includes('line 7\n') && text(each).includes('line 93\n');
  expect(text(await shrinkInput(input, fails))).toBe('line 7\nline 93\n');
});

it('stays within the maximum number of attempts', async () => {
  const input = {
    group: { adapter: std001, files: [] },
    files: [new TextEncoder().encode('a\n'.repeat(500))],
    ancestors: [],
  };
  let asked = 0;
  await shrinkInput(input, async () => ++asked < 0, 25);
  expect(asked).toBe(25);
});
