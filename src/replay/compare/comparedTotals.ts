import type { TokenUsage } from '../../session/index.ts';
import { filesAt } from '../folds/filesAt.ts';
import { tokensAt } from '../folds/tokensAt.ts';
import { isError } from '../judgeItem.ts';
import { endOf } from '../position.ts';
import type { ReplayItem } from '../replayItem.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import type { ComparedTotals } from './comparison.ts';

/** The figures of a whole session. */
export function comparedTotals(index: SessionIndex): ComparedTotals {
  const end = endOf(index);
  const failed = (item: ReplayItem): boolean => item.is === 'call' && isError(item);
  return {
    calls: index.landmarks.call.length,
    failures: index.items.filter(failed).length,
    tokens: tokenSum(tokensAt(index, end)) ?? tokenSum(index.session.usage ?? {}),
    durationMs: index.axes.full.duration,
    files: filesAt(index, end).length,
  };
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
