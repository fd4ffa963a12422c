import type { TokenUsage } from '../../session/index.ts';
import type { MainAndInner } from '../../session/internal.ts';
import { filesAt, filesSteps } from '../folds/filesAt.ts';
import { tokensApartAt } from '../folds/tokensAt.ts';
import { endOf, positionOf } from '../position.ts';
import { totalsOfIndex } from '../selectors.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import type { ComparedTotals } from './comparison.ts';

/** Items whose tokens are added up in one step. */
const itemsAStep = 2048;

/** The figures of a whole session, step by step. */
export function* comparedTotals(index: SessionIndex): Generator<undefined, ComparedTotals> {
  const end = endOf(index);
  // The fold keeps checkpoints as it goes, so each of these calls continues from the one before.
  for (let item = 0; item < end.item; item += itemsAStep) {
    tokensApartAt(index, positionOf(index, item));
    yield;
  }
  yield* filesSteps(index);
  const files = filesAt(index, end).length;
  yield;
  const totals = totalsOfIndex(index);
  yield;
  return {
    calls: totals.calls,
    failures: totals.failed,
    tokens: allTokens(totals.tokens) ?? allTokens(tokensApartAt(index, end)),
    durationMs: totals.durationMs,
    files,
  };
}

/** Right minus left. */
export function totalsChange(left: ComparedTotals, right: ComparedTotals): ComparedTotals {
  return {
    calls: change(left.calls, right.calls),
    failures: change(left.failures, right.failures),
    tokens: left.tokens && right.tokens && change(left.tokens, right.tokens),
    durationMs:
      left.durationMs === undefined || right.durationMs === undefined ? undefined : right.durationMs - left.durationMs,
    files: right.files - left.files,
  };
}

function change(left: MainAndInner, right: MainAndInner): MainAndInner {
  return { main: right.main - left.main, inner: right.inner - left.inner };
}

function allTokens({ main, inner }: { main: TokenUsage; inner: TokenUsage }): MainAndInner | undefined {
  const [own, theirs] = [tokenSum(main), tokenSum(inner)];
  return own === undefined && theirs === undefined ? undefined : { main: own ?? 0, inner: theirs ?? 0 };
}

/** All tokens; those of reasoning are part of the output. */
function tokenSum({ input, output, cache_read, cache_write, total }: TokenUsage): number | undefined {
  const parts = [input, output, cache_read, cache_write].filter((part) => part !== undefined);
  return parts.length === 0 ? total : parts.reduce((sum, part) => sum + part, 0);
}
