import type { TokenUsage } from '../../session/index.ts';
import { filesAt, filesSteps } from '../folds/filesAt.ts';
import { tokensAt } from '../folds/tokensAt.ts';
import { isError } from '../judgeItem.ts';
import { endOf, positionOf } from '../position.ts';
import type { ReplayItem } from '../replayItem.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import type { ComparedTotals } from './comparison.ts';

/** Items whose tokens are added up in one step. */
const itemsAStep = 2048;

/** The figures of a whole session, step by step. */
export function* comparedTotals(index: SessionIndex): Generator<undefined, ComparedTotals> {
  const end = endOf(index);
  // The sums so far are kept as they are passed, so that each of these goes on from the one before.
  for (let item = 0; item < end.item; item += itemsAStep) {
    tokensAt(index, positionOf(index, item));
    yield;
  }
  yield* filesSteps(index);
  const files = filesAt(index, end).length;
  yield;
  const failures = countFailures(index);
  yield;
  return {
    calls: index.landmarks.call.length,
    failures,
    tokens: tokenSum(tokensAt(index, end)) ?? tokenSum(index.session.usage ?? {}),
    durationMs: index.axes.full.duration,
    files,
  };
}

function countFailures({ items, landmarks }: SessionIndex): number {
  let failures = 0;
  for (const at of landmarks.call) if (isError(items[at] as ReplayItem)) failures += 1;
  return failures;
}

/** Right minus left. */
export function totalsChange(left: ComparedTotals, right: ComparedTotals): ComparedTotals {
  const known = left.tokens !== undefined && right.tokens !== undefined;
  return {
    calls: right.calls - left.calls,
    failures: right.failures - left.failures,
    tokens: known ? (right.tokens ?? 0) - (left.tokens ?? 0) : undefined,
    durationMs: right.durationMs - left.durationMs,
    files: right.files - left.files,
  };
}

/** All tokens; those of reasoning are part of the output. */
function tokenSum({ input, output, cache_read, cache_write, total }: TokenUsage): number | undefined {
  const parts = [input, output, cache_read, cache_write].filter((part) => part !== undefined);
  return parts.length === 0 ? total : parts.reduce((sum, part) => sum + part, 0);
}
