import type { Anchor } from './scan/anchor.ts';

/** A range of a text, in UTF-16 units; `end` is the first one after it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Why a rule believes that it sees a secret. Where two rules see the same one, the surer names it:
 * `format` (the secret has its issuer's own shape), `context` (what stands around it says so), `guess` (a name such as
 * `password`, and a value that looks like one).
 */
export type Evidence = 'format' | 'context' | 'guess';

/** A fixed text that gives a secret away, and what to look at around it. */
export interface Clue {
  readonly anchor: Anchor;
  /**
   * Looks at an anchor that stands at `[at, after)` and gives what to mask. Takes time bounded by a constant, or by the
   * length of what it gives: a text may hold nothing but anchors.
   */
  readonly match: (text: string, at: number, after: number) => Span | undefined;
}

/** One kind of secret: plain data for the documentation, and how it is found. */
export interface SecretRule {
  /** Kebab-case; stands in the marker, in provenance and in the report. */
  readonly id: string;
  readonly label: string;
  /** What such a secret looks like, for a reader. */
  readonly shape: string;
  readonly evidence: Evidence;
  /** Every match of the rule holds the anchor of one of them. */
  readonly clues: readonly Clue[];
}
