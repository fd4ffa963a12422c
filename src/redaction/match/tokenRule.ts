import { describeWords } from '../judge/describeWords.ts';
import { isMadeUp } from '../judge/isPlaceholder.ts';
import type { Anchor } from '../scan/anchor.ts';
import { base64Url, runEnd, runStart } from '../scan/charSet.ts';
import { startsLoneToken } from '../scan/tokenBoundary.ts';
import type { Clue, SecretRule } from '../secretRule.ts';

/** A fixed prefix and a pattern for what must follow it, without ambiguous repetition. */
export interface TokenForm {
  readonly prefix: Anchor;
  readonly body: RegExp;
  /** True for a prefix that random text may contain: truncated tokens are then not looked for. */
  readonly weak?: boolean;
}

export type TokenRule = Pick<SecretRule, 'id' | 'label' | 'shape'> & { readonly forms: readonly TokenForm[] };

/** Creates a rule for tokens that carry their issuer's prefix. */
export function tokenRule({ forms, ...description }: TokenRule): SecretRule {
  return { ...description, evidence: 'format', clues: forms.map(clueOf) };
}

function clueOf({ prefix, body, weak = false }: TokenForm): Clue {
  const sticky = new RegExp(`(?:${body.source})(?![A-Za-z0-9])`, `y${body.flags}`);
  return {
    anchor: prefix,
    match: (text, at, after) => {
      // No body begins with a blank or a punctuation mark; testing that first is cheaper than trying the pattern.
      if (!(text.charCodeAt(after) > lastMark)) return undefined;
      const isLone = startsLoneToken(text, at);
      if (!isLone && (weak || !isBehindName(text, at))) return undefined;
      sticky.lastIndex = after;
      const end = sticky.test(text) ? sticky.lastIndex : weak || !isLone ? after : cutTokenEnd(text, after);
      return end === after || isMadeUp(text.slice(after, end)) ? undefined : { start: at, end };
    },
  };
}

const longestName = 40;
const name = /^[A-Za-z]{2,16}(?:[_-]{1,2}[A-Za-z]{2,16}){0,3}[_-]{1,2}$/;

/** Tells whether words are joined to the front of a token, as in the name of a copy: `backup_ghp_…`. */
function isBehindName(text: string, at: number): boolean {
  const start = runStart(text, at, base64Url, longestName + 1);
  return at - start <= longestName && name.test(text.slice(start, at));
}

/** ASCII blanks, quotes and brackets have lower codes; digits, letters and the signs `-._/` do not. */
const lastMark = 0x2a;

/** A shorter part of a token is useless to a thief, and too short to be recognised as one. */
const shortestCut = 10;

/** Finds the end of a truncated token: one that is followed by an ellipsis or the end of the text. */
function cutTokenEnd(text: string, after: number): number {
  const end = runEnd(text, after, base64Url, 512);
  if (end - after < shortestCut) return after;
  if (end < text.length && text[end] !== '…' && !text.startsWith('...', end)) return after;
  const { letters, digits, seams, longest } = describeWords(text.slice(after, end));
  return letters > 0 && digits > 0 && seams >= 2 && longest >= 8 ? end : after;
}
