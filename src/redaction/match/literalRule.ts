import type { Clue, SecretRule } from '../secretRule.ts';

export type LiteralRule = Pick<SecretRule, 'id' | 'label'> & {
  /** The secrets themselves. Each has at least four consecutive ASCII characters. */
  readonly secrets: readonly string[];
};

/** Creates a rule for known secrets, such as the values of an `.env` file. Throws a `RangeError` if one is too short. */
export function literalRule({ secrets, ...description }: LiteralRule): SecretRule {
  return { ...description, shape: '(known values)', evidence: 'format', clues: secrets.map(clueOf) };
}

function clueOf(secret: string): Clue {
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
