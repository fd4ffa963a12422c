import { isMadeUp } from '../judge/isPlaceholder.ts';
import { looksRandom } from '../judge/looksRandom.ts';
import { alphanumerics, inSet } from '../scan/charSet.ts';
import type { SecretRule, Span } from '../secretRule.ts';
import { readAssigned } from './readAssigned.ts';

export type ContextRule = Pick<SecretRule, 'id' | 'label' | 'shape'> & {
  /** Names in any case that end with the words of the secret, as anchors: `twilio_auth_token`. */
  readonly names: readonly string[];
  /** What the value must be, whole. Without ambiguous repetition. */
  readonly value: RegExp;
};

// A value of which another program cut the end off.
const head = /[A-Za-z0-9+/_-]{16,512}(?=…|\.\.\.)/y;

function cutOff(text: string, start: number): Span | undefined {
  head.lastIndex = start;
  if (!head.test(text)) return undefined;
  const end = head.lastIndex;
  return looksRandom(text.slice(start, end), 16) ? { start, end } : undefined;
}

/** Makes a rule for secrets without a shape of their own, which only their name gives away. */
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
