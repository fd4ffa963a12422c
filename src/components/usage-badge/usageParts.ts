import type { TokenUsage } from '../../session/index.ts';

/** The kinds of tokens that the standard names, in the order in which they are shown. */
export const usageKinds = ['input', 'cache_read', 'cache_write', 'output', 'reasoning', 'total'] as const;

/** One of {@link usageKinds}. */
export type UsageKind = (typeof usageKinds)[number];

/** Tokens of one kind; a kind that the standard does not name has its own name as label. */
export interface UsagePart {
  readonly kind: UsageKind | 'other';
  readonly name: string;
  readonly tokens: number;
}

/** The kinds of tokens that a source counted; those it does not give are left out. */
export function usageParts(usage: TokenUsage): UsagePart[] {
  const known = usageKinds.flatMap((kind): UsagePart[] => {
    const tokens = usage[kind];
    return tokens === undefined ? [] : [{ kind, name: kind, tokens }];
  });
  const named = new Set<string>([...usageKinds, 'cost_usd']);
  const others = Object.entries(usage).flatMap(([name, tokens]): UsagePart[] =>
    named.has(name) || typeof tokens !== 'number' ? [] : [{ kind: 'other', name, tokens }],
  );
  return [...known, ...others];
}
