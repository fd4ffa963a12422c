import { createSecretMaker, type SecretMaker } from '../createSecretMaker.ts';

/**
 * A fictitious secret with a real shape. It is generated when the tests run, so that the repository never contains one: a host that scans
 * pushes would reject it.
 */
export interface SecretSample {
  /** Id of the rule that should name it. */
  readonly rule: string;
  readonly secret: string;
  /** Puts the secret where the rule expects it; most secrets need no context. */
  readonly inContext: (secret: string) => string;
  /** False where the context cannot be part of a URL. */
  readonly fitsUrl: boolean;
}

/** Generates a secret from random characters. */
export type Make = (random: SecretMaker) => string;

const bare = (secret: string): string => secret;

/** Creates a sample; its secret is the same in every run. */
export function sample(rule: string, make: Make, inContext: (secret: string) => string = bare): SecretSample {
  const secret = make(createSecretMaker(`${rule} ${make} ${inContext}`));
  const fitsUrl = !/[\s"']/.test(inContext(secret));
  return { rule, secret, inContext, fitsUrl };
}
