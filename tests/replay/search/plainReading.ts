import type { SearchReading } from '../../../src/replay/search/index.ts';

/** Texts as they are. */
export const plainReading: SearchReading = {
  mask: (value) => value,
  // biome-ignore lint/correctness/useYield: there is nothing to do in steps
  *maskInSteps(text) {
    return text;
  },
  plain: (text) => text,
};
