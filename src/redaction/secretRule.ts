import type { Anchor } from './scan/anchor.ts';

/** A range of a text, in UTF-16 units; `end` is the first one after it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Why a rule is taken to have found a secret. If two rules find the same one, the surer names it: `format` (the secret has its issuer's own
 * shape), `context` (the text around it says so), `guess` (a name such as `password`, and a value that looks like one).
 */
export type Evidence = 'format' | 'context' | 'guess';

/** A fixed text that reveals a secret, and the check of the text around it. */
export interface Clue {
  readonly anchor: Anchor;
  /**
   * Examines an anchor found at `[at, after)` and returns what to mask. Takes time bounded by a constant, or by the length of what it
   * returns: a text may consist of nothing but anchors.
   */
  readonly match: (text: string, at: number, after: number) => Span | undefined;
}

/** One kind of secret: how it is described, and how it is found. */
export interface SecretRule {
  /** Kebab-case; appears in markers, provenance and reports. */
  readonly id: string;
  readonly label: string;
  /** What such a secret looks like, for a reader. */
  readonly shape: string;
  readonly evidence: Evidence;
  /** Every match of the rule contains one of these anchors, unless it has a `search`. */
  readonly clues: readonly Clue[];
  /**
   * Searches the whole text once, and calls `found` for each secret. The anchors of its clues then only mark `places`, in order, to search near;
   * their `match` is not called. Takes time linear in the length of the text.
   */
  readonly search?: (text: string, places: readonly Span[], found: (secret: Span) => void) => void;
}
