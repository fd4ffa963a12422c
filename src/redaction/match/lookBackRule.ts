import { isMadeUp } from '../judge/isPlaceholder.ts';
import type { Anchor } from '../scan/anchor.ts';
import { charSet, runStart } from '../scan/charSet.ts';
import { startsToken } from '../scan/tokenBoundary.ts';
import type { SecretRule, Span } from '../secretRule.ts';

export type LookBackRule = Pick<SecretRule, 'id' | 'label' | 'shape'> & {
  readonly anchor: Anchor;
  /** Number of characters before the anchor: exact, or a minimum and a maximum. */
  readonly before: number | readonly [number, number];
  /** Which characters these are, as inside a character class. */
  readonly beforeChars: string;
  /** Pattern of what must follow, without ambiguous repetition. */
  readonly after: RegExp;
};

/** Creates a rule for tokens whose fixed part is in the middle. */
export function lookBackRule({ anchor, before, beforeChars, after, ...description }: LookBackRule): SecretRule {
  const [least, greatest] = typeof before === 'number' ? [before, before] : before;
  const chars = charSet(beforeChars);
  const sticky = new RegExp(`(?:${after.source})(?![A-Za-z0-9])`, `y${after.flags}`);
  const match = (text: string, at: number, anchorEnd: number): Span | undefined => {
    sticky.lastIndex = anchorEnd;
    if (!sticky.test(text)) return undefined;
    const end = sticky.lastIndex;
    const start = runStart(text, at, chars, greatest);
    const isWhole = at - start >= least && startsToken(text, start);
    return isWhole && !isMadeUp(text.slice(start, end)) ? { start, end } : undefined;
  };
  return { ...description, evidence: 'format', clues: [{ anchor, match }] };
}
