import { expect, test, vi } from 'vitest';
import { keepAligned } from '../../../src/replay/compare/alignSteps.ts';
import type { Comparison } from '../../../src/replay/compare/comparison.ts';
import { indexSession, type SessionIndex } from '../../../src/replay/index.ts';
import { sessionFromText } from '../../helpers/sessionFromText.ts';

function indexed(id: string, calls: number): SessionIndex {
  const text = Array.from({ length: calls }, (_, n) => `0:0${n} Read(${n}.ts) 1s`).join('\n');
  return indexSession({ ...sessionFromText(text), session_id: id });
}

const settled = (told: readonly Comparison[], count: number): Promise<void> =>
  vi.waitFor(() => expect(told).toHaveLength(count));

test('compares grown sessions once, in their latest state, after the running comparison', async () => {
  const told: Comparison[] = [];
  const aligning = keepAligned((comparison) => told.push(comparison));
  const [small, more, most, other] = [indexed('a', 1), indexed('a', 2), indexed('a', 3), indexed('b', 2)];
  aligning.align(small, other);
  aligning.align(more, other);
  aligning.align(most, other);
  await settled(told, 2);
  expect(told.map(({ indexes }) => indexes.left)).toEqual([small, most]);
  expect(told.at(-1)?.counts).toEqual({ same: 2, changed: 0, 'only-left': 1, 'only-right': 0 });
});

test('cancels the running comparison for other sessions and when stopped', async () => {
  const told: Comparison[] = [];
  const aligning = keepAligned((comparison) => told.push(comparison));
  const [a, b, c] = [indexed('a', 1), indexed('b', 2), indexed('c', 3)];
  aligning.align(a, b);
  aligning.align(a, c);
  await settled(told, 1);
  expect(told[0]?.indexes.right).toBe(c);
  aligning.align(a, b);
  aligning.end();
  // As two effects of React's strict mode do.
  aligning.align(b, c);
  await settled(told, 2);
  expect(told[1]?.indexes.left).toBe(b);
});
