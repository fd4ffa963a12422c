import { expect, test } from 'vitest';
import { FileContent } from '../../../src/session/facts/fileContent.ts';
import { linesAfter, type Splice, type Stage } from '../../../src/session/facts/fileStates.ts';

const stageOf = (lines: number, changes: number): Stage => ({
  by: 0,
  exists: true,
  open: false,
  lines: Array.from({ length: lines }, (_, line) => line),
  splices: Array.from({ length: changes }, (_, n): Splice => ({ by: n + 1, at: n, removed: 1, added: [lines + n] })),
});

test('gives the lines after any call, near a checkpoint and between two', () => {
  const stage = stageOf(100, 60);
  for (const call of [0, 1, 15, 16, 17, 47, 48, 60, 99]) {
    const changed = Math.min(call, 60);
    expect(linesAfter(stage, call)).toEqual(stage.lines.map((line) => (line < changed ? 100 + line : line)));
  }
});

test('keeps a bounded number of lines, however long the file and however many its changes', () => {
  const stage = stageOf(60_000, 4_000);
  expect(linesAfter(stage, 4_000).slice(3_999, 4_001)).toEqual([63_999, 4_000]);
  const kept = stage.checkpoints?.lines.reduce((sum, { length }) => sum + length, 0);
  expect(kept).toBeGreaterThan(60_000);
  expect(kept).toBeLessThanOrEqual(5_000_000);
});

test('leaves changes where they are when finding them would mean searching a long text many times', () => {
  const lines = Array.from({ length: 1_000 }, (_, n) => `line ${n} ${'x'.repeat(1_000)}`);
  const found = (changes: number): number => {
    const content = new FileContent();
    for (let n = 0; n < changes; n += 1) {
      const [before, after] = [`was ${n} `, `line ${n} `];
      content.replace(n, [{ before, after }], [{ lines: [{ sign: '+', text: after }] }]);
    }
    content.show(changes, { first: 1, lines, total: lines.length });
    return changes - content.loose.length;
  };
  expect(found(10)).toBe(10);
  expect(found(300)).toBe(0);
});
