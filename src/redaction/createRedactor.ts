import { applyMask, type CountMask } from './applyMask.ts';
import { createJsonMasker } from './createJsonMasker.ts';
import { createSecretFinder } from './scan/createSecretFinder.ts';
import type { FoundSecret } from './scan/mergeSpans.ts';
import type { SecretRule } from './secretRule.ts';
import { secretRules } from './secretRules.ts';

export interface RedactorOptions {
  /** @default secretRules */
  readonly rules?: readonly SecretRule[];
  /** Rules of one's own, beside those. */
  readonly extra?: readonly SecretRule[];
}

/** Masks secrets. Never throws, whatever the text; takes time linear in its length. */
export interface Redactor {
  /** Puts a marker in place of every secret. Gives the same string where there is none, and leaves markers alone. */
  mask(text: string, count?: CountMask): string;
  /**
   * Masks every string of a JSON value, names of fields included; the name of a field tells about its value, and
   * neighbouring lines of a list about each other. Gives the same value where there is no secret, else a copy that
   * shares what did not change.
   */
  maskJson<Value>(value: Value, count?: CountMask): Value;
  /** Finds what {@link Redactor.mask} would mask, in order and disjoint. */
  find(text: string): readonly FoundSecret[];
}

/**
 * Makes a redactor. It keeps no secret, and of other texts the last few (at most 64, of 64 Ki characters each), so one can
 * serve a whole run.
 */
export function createRedactor({ rules = secretRules, extra = [] }: RedactorOptions = {}): Redactor {
  const finder = createSecretFinder([...rules, ...extra]);
  const maskJson = createJsonMasker(finder);
  return {
    mask: (text, count) => applyMask(text, finder.find(text), count),
    maskJson: (value, count) => maskJson(value, count) as typeof value,
    find: finder.find,
  };
}
