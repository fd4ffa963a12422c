import type { TokenUsage } from '../../session/index.ts';
import { tokensOfKind } from '../../session/internal.ts';

/** The kinds of tokens that the standard names, in the order in which they are shown. */
export const usageKinds = ['input', 'cache_read', 'cache_write', 'output', 'reasoning', 'total'] as const;

/** One of {@link usageKinds}. */
export type UsageKind = (typeof usageKinds)[number];

/** Tokens of one kind; a kind that the standard does not name has its own name as label. */
export interface UsagePart {
  readonly kind: UsageKind | 'other';
  readonly name: string;
  readonly tokens: number;
  /** Those of subagents, where they are counted apart. */
  readonly inner: number;
}

/** The kinds of tokens that a source counted; those it does not give are left out. */
export function usageParts(usage: TokenUsage, inner: TokenUsage = {}): UsagePart[] {
  const known = usageKinds.flatMap((kind): UsagePart[] => {
    const tokens = tokensOfKind({ main: usage, inner }, kind);
    return tokens === undefined ? [] : [{ kind, name: kind, tokens: tokens.main, inner: tokens.inner }];
  });
  const named = new Set<string>([...usageKinds, 'cost_usd']);
  const others = Object.keys({ ...usage, ...inner }).flatMap((name): UsagePart[] => {
    const tokens = named.has(name) ? undefined : tokensOfKind({ main: usage, inner }, name);
    return tokens === undefined ? [] : [{ kind: 'other', name, tokens: tokens.main, inner: tokens.inner }];
  });
  return [...known, ...others];
}
