/** Texts up to this many characters are masked and read at once, in a few milliseconds. */
export const readAtOnce = 200_000;
