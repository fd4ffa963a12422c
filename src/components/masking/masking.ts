/** Decides what of a log's texts may be seen, copied or downloaded. */
export interface Masking {
  /**
   * Gives a text, or a value of JSON, with a marker in place of every secret; the very same where there is none. A value is
   * masked once, and remembered as long as it is used itself.
   */
  mask<Value>(value: Value): Value;
  /** Masks a long text a few milliseconds at a time: each step is one. */
  maskInSteps(text: string): Generator<undefined, string>;
}

/** Shows texts as they are. */
export const noMasking: Masking = {
  mask: (value) => value,
  // biome-ignore lint/correctness/useYield: there is nothing to do in steps
  *maskInSteps(text) {
    return text;
  },
};
