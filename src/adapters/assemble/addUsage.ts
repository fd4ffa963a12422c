import type { TokenUsage } from '../../session/index.ts';

const kinds = ['input', 'output', 'cache_read', 'cache_write', 'reasoning', 'total', 'cost_usd'] as const;

/** The sum by kind; a kind that neither side has stays absent. No sum is infinite, which JSON cannot say. */
export function addUsage(a: TokenUsage, b: TokenUsage): TokenUsage {
  const sum: TokenUsage = {};
  for (const kind of kinds) {
    const [left, right] = [a[kind], b[kind]];
    if (left !== undefined || right !== undefined) sum[kind] = Math.min((left ?? 0) + (right ?? 0), Number.MAX_VALUE);
  }
  return sum;
}
