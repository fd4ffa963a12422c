import { isMadeUp } from '../judge/isPlaceholder.ts';
import { looksRandom } from '../judge/looksRandom.ts';
import { alphanumerics, inSet } from '../scan/charSet.ts';
import type { SecretRule, Span } from '../secretRule.ts';
import { readAssigned } from './readAssigned.ts';

export type ContextRule = Pick<SecretRule, 'id' | 'label' | 'shape'> & {
  /** Anchors: names, in any case, whose last words mean the secret: `twilio_auth_token`. */
  readonly names: readonly string[];
  /** Pattern for the whole value, without ambiguous repetition. */
  readonly value: RegExp;
};

// A value truncated by another program.
const head = /[A-Za-z0-9+/_-]{16,512}(?=…|\.\.\.)/y;

function cutOff(text: string, start: number): Span | undefined {
  head.lastIndex = start;
  if (!head.test(text)) return undefined;
  const end = head.lastIndex;
  return looksRandom(text.slice(start, end), 16) ? { start, end } : undefined;
}

/** Creates a rule for secrets that have no shape of their own and are recognised by their name. */
export function contextRule({ names, value, ...description }: ContextRule): SecretRule {
  const sticky = new RegExp(`(?:${value.source})(?![A-Za-z0-9])`, `y${value.flags}`);
  const match = (text: string, at: number, after: number): Span | undefined => {
    if (inSet(alphanumerics, text.charCodeAt(after))) return undefined;
    const assigned = readAssigned(text, at, after);
    if (assigned === undefined) return undefined;
    sticky.lastIndex = assigned.start;
    if (!sticky.test(text)) return cutOff(text, assigned.start);
    const end = sticky.lastIndex;
    return isMadeUp(text.slice(assigned.start, end)) ? undefined : { start: assigned.start, end };
  };
  return { ...description, evidence: 'context', clues: names.map((name) => ({ anchor: { anyCase: name }, match })) };
}
