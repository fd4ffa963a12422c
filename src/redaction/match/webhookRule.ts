import { isMadeUp } from '../judge/isPlaceholder.ts';
import type { SecretRule } from '../secretRule.ts';

export type WebhookRule = Pick<SecretRule, 'id' | 'label' | 'shape'> & {
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
      return {
        anchor,
        match: (text, _at, after) => {
          sticky.lastIndex = after;
          const secret = sticky.exec(text)?.[1];
          if (secret === undefined || isMadeUp(secret)) return undefined;
          return { start: sticky.lastIndex - secret.length, end: sticky.lastIndex };
        },
      };
    }),
  };
}
