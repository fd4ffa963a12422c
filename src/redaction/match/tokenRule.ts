import { isMadeUp } from '../judge/isPlaceholder.ts';
import { describeWords } from '../judge/readsLikeWords.ts';
import type { Anchor } from '../scan/anchor.ts';
import { base64Url, charSet, runEnd, runStart } from '../scan/charSet.ts';
import { startsLoneToken, startsToken } from '../scan/tokenBoundary.ts';
import type { Clue, SecretRule, Span } from '../secretRule.ts';

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

/** Whether words are joined to the front of a token, as in the name of a copy: `backup_ghp_…`. */
function isBehindName(text: string, at: number): boolean {
  const start = runStart(text, at, base64Url, longestName + 1);
  return at - start <= longestName && name.test(text.slice(start, at));
}

/** ASCII blanks, quotes and brackets have lower codes; digits, letters and the signs `-._/` do not. */
const lastMark = 0x2a;

const pathChars = charSet('A-Za-z0-9_/-');

/** A shorter part of a token is useless to a thief, and too short to be recognised as one. */
const shortestCut = 10;

/** Finds the end of a truncated token: one that is followed by an ellipsis or the end of the text. */
function cutTokenEnd(text: string, after: number, chars = base64Url): number {
  const partEnd = runEnd(text, after, chars, 512);
  // The second part of a token in two: `SG.….…`.
  const secondEnd = text[partEnd] === '.' ? runEnd(text, partEnd + 1, chars, 128) : partEnd;
  const end = secondEnd > partEnd + 1 ? secondEnd : partEnd;
  if (end - after < shortestCut) return after;
  if (end < text.length && text[end] !== '…' && !text.startsWith('...', end)) return after;
  const { letters, digits, seams, longest } = describeWords(text.slice(after, end));
  return letters > 0 && digits > 0 && seams >= 2 && longest >= 8 ? end : after;
}

/** The rest of an address whose end is missing, which another program or the end of the text cut off. */
function cutPath(text: string, after: number): Span | undefined {
  const end = cutTokenEnd(text, after, pathChars);
  return end === after || isMadeUp(text.slice(after, end)) ? undefined : { start: after, end };
}

type LookBackRule = Pick<SecretRule, 'id' | 'label' | 'shape'> & {
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

type WebhookRule = Pick<SecretRule, 'id' | 'label' | 'shape'> & {
  /** A fixed part of the address, and a pattern for the rest; the pattern's group is the secret and must end the match. */
  readonly urls: readonly (readonly [string, RegExp])[];
};

/** Creates a rule for webhook addresses, which allow anyone who knows them to post; the host stays readable. */
export function webhookRule({ urls, ...description }: WebhookRule): SecretRule {
  return {
    ...description,
    evidence: 'format',
    clues: urls.map(([anchor, path]) => {
      const sticky = new RegExp(path.source, 'y');
      const isHost = /[a-z]\.[a-z]+\//.test(anchor);
      return {
        anchor,
        match: (text, _at, after) => {
          sticky.lastIndex = after;
          const secret = sticky.exec(text)?.[1];
          if (secret === undefined) return isHost ? cutPath(text, after) : undefined;
          if (isMadeUp(secret)) return undefined;
          return { start: sticky.lastIndex - secret.length, end: sticky.lastIndex };
        },
      };
    }),
  };
}

export type LiteralRule = Pick<SecretRule, 'id' | 'label'> & {
  /** The secrets themselves. Each has at least four consecutive ASCII characters. */
  readonly secrets: readonly string[];
};

/** Creates a rule for known secrets, such as the values of an `.env` file. Throws a `RangeError` if one is too short. */
export function literalRule({ secrets, ...description }: LiteralRule): SecretRule {
  return { ...description, shape: '(known values)', evidence: 'format', clues: secrets.map(literalClue) };
}

function literalClue(secret: string): Clue {
  const known = /[\x20-\x7e]{4,16}/.exec(secret);
  if (known === null) {
    throw new RangeError('Redaction: a literal secret needs four ASCII characters in a row; leave shorter ones out.');
  }
  return {
    anchor: known[0].replaceAll('[', '[[]'),
    match: (text, at) => {
      const start = at - known.index;
      return text.startsWith(secret, start) ? { start, end: start + secret.length } : undefined;
    },
  };
}
