'use client';
import { type ComponentPropsWithoutRef, forwardRef, type ReactElement } from 'react';
import type { TokenUsage } from '../../session/index.ts';
import { tokensOfKind, writeMainAndInner } from '../../session/internal.ts';
import { Icon } from '../icons/Icon.tsx';
import { joinClasses } from '../shared/joinClasses.ts';
import { OneLine } from '../shared/LogText.tsx';
import { useKit } from '../theme/useKit.ts';
import { useMasked } from '../theme/useMasked.tsx';

/** The kinds of tokens that the standard names, in the order in which they are shown. */
const usageKinds = ['input', 'cache_read', 'cache_write', 'output', 'reasoning', 'total'] as const;

/** One of {@link usageKinds}. */
type UsageKind = (typeof usageKinds)[number];

/** Tokens of one kind; a kind that the standard does not name has its own name as label. */
interface UsagePart {
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

/** Props of {@link UsageBadge}. */
export interface UsageBadgeProps extends Omit<ComponentPropsWithoutRef<'span'>, 'children'> {
  /** Tokens by kind, and the cost in US dollars where the source says it. */
  usage: TokenUsage;
  /** Those of subagents, said behind: `59,112 +60,303`. @default nothing */
  inner?: TokenUsage | undefined;
  /**
   * Everything the source counted, or input, cache and output alone.
   * @default 'short'
   */
  detail?: 'short' | 'full';
}

const short = new Set<string>(['input', 'cache_read', 'output']);

/**
 * Tokens by kind, and the cost where the source says it.
 *
 * When to use it: beside a message, a subagent or a session.
 */
export const UsageBadge = forwardRef<HTMLSpanElement, UsageBadgeProps>(function UsageBadge(
  { usage: logged, inner: loggedInner, detail = 'short', className, ...rest },
  ref,
) {
  const { t, formatters } = useKit();
  const usage = useMasked(logged);
  const inner = useMasked(loggedInner);
  const all = usageParts(usage, inner);
  const costs = [usage.cost_usd, inner?.cost_usd].filter((cost) => cost !== undefined);
  const some = all.filter(({ kind }) => short.has(kind));
  const parts = detail === 'full' || some.length === 0 ? all : some;
  const words = all.map(
    (part) =>
      `${writeMainAndInner({ main: part.tokens, inner: part.inner }, formatters.number)} ${part.kind === 'other' ? part.name : t(`usage.${part.kind}`)}`,
  );
  return (
    <span
      ref={ref}
      className={joinClasses('ark', 'ark-usage', className)}
      title={detail === 'short' ? words.join('\n') : undefined}
      {...rest}
    >
      <Icon name="usage" size={14} label={t('usage')} />
      <span className="ark-usage__parts">
        {parts.length === 0 && costs.length === 0 ? <span>{t('usage.none')}</span> : null}
        {parts.map((part) => (
          <UsageAmount key={part.name} part={part} />
        ))}
        {costs.length === 0 ? null : (
          <span className="ark-usage__part">
            <span className="ark-usage__amount">{formatters.dollars(costs.reduce((sum, cost) => sum + cost, 0))}</span>
          </span>
        )}
      </span>
    </span>
  );
});

interface UsageAmountProps {
  part: UsagePart;
}

/** Tokens of one kind: the number, then what it counts. */
function UsageAmount({ part: { kind, name, tokens, inner } }: UsageAmountProps): ReactElement {
  const { t, formatters } = useKit();
  return (
    <span className="ark-usage__part" data-kind={kind}>
      <span className="ark-usage__amount">{writeMainAndInner({ main: tokens, inner }, formatters.tokens)}</span>{' '}
      <span>{kind === 'other' ? <OneLine text={name} /> : t(`usage.${kind}`)}</span>
    </span>
  );
}
