import type { TokenUsage } from '../../session/index.ts';
import { hadEffect } from '../folds/filesAt.ts';
import { tokensAt } from '../folds/tokensAt.ts';
import { touchesOf } from '../folds/touchesOf.ts';
import { isError, outcomeOf } from '../judgeItem.ts';
import { endOf, positionOf } from '../position.ts';
import type { ReplayItem } from '../replayItem.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import type { ComparedTotals } from './comparison.ts';

/** Items that are looked at in one step. */
const itemsAStep = 2048;

/** The figures of a whole session, step by step. */
export function* comparedTotals(index: SessionIndex): Generator<undefined, ComparedTotals> {
  const end = endOf(index);
  // The sums so far are kept as they are passed, so that each of these goes on from the one before.
  for (let item = 0; item < end.item; item += itemsAStep) {
    tokensAt(index, positionOf(index, item));
    yield;
  }
  const files = yield* countFiles(index);
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

/** As many as `filesAt` has at the end, without their histories, which take too long to be had at once. */
function* countFiles({ items, landmarks, session }: SessionIndex): Generator<undefined, number> {
  const created = new Set(session.summary.files_created);
  const paths = new Set<string>();
  for (const [nth, at] of landmarks.call.entries()) {
    if (nth % itemsAStep === 0) yield;
    const item = items[at];
    if (item?.is !== 'call' || !hadEffect(outcomeOf(item.call))) continue;
    for (const { path } of touchesOf(item.call, created)) paths.add(path);
  }
  return paths.size;
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
