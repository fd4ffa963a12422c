/**
 * Sizes of the rows of a list, in pixels. Lists compute the positions of rows from them, and `node scripts/make-row-sizes.ts` writes
 * `rowSizes.css` from them, so a size is changed only here.
 */
export const rowSizes = {
  wide: {
    linePx: 28,
    /** Height of a line of a row in an agent's run. */
    innerLinePx: 24,
    gutterPx: 44,
    timePx: 56,
    iconPx: 24,
    endPx: 16,
  },
  narrow: { linePx: 32, innerLinePx: 32, gutterPx: 28, timePx: 0, iconPx: 20, endPx: 12 },
  /** Width below which a row hides time and result. */
  narrowBelowPx: 560,
  /** The header of a phase, and the room it leaves when headers are hidden. */
  phaseLinePx: 24,
  /** The line above what is new since the reader looked. */
  newLinePx: 28,
} as const;

/**
 * Sizes of the texts in rows, from which lists guess how high a row is before it is drawn. The same script writes them into `tokens.css`, each
 * in place of its property's value, and into rules of `rowSizes.css`.
 */
export const textSizes = {
  metaLinePx: 16,
  codeLinePx: 18,
  proseLinePx: 22,
  /** Between the paragraphs of a text, and above and below a message. */
  gapPx: 8,
  smallGapPx: 4,
  largeGapPx: 12,
  /** Between the author of a message and its text. */
  authorGapPx: 2,
  attachmentPx: 24,
  /** The line at the left of a text that stands below its row. */
  asideLinePx: 2,
  /** Room for the marks of a list. */
  listIndentPx: 20,
  /** Above and below the lines of a block of code; its border comes on top. */
  codeEndPx: 7,
  codeBorderPx: 1,
  /** Room for the button that copies a block of code, at its right. */
  codeCopyPx: 28,
  /** Longest line of prose, in widths of the digit 0. */
  measureCh: 74,
} as const;

/** Sizes of a row of a given width, both in pixels. */
export type RowSizes = (typeof rowSizes)['wide' | 'narrow'];

/** The sizes of rows in a list of the given width in pixels. */
export function rowSizesAt(widthPx: number): RowSizes {
  return widthPx < rowSizes.narrowBelowPx ? rowSizes.narrow : rowSizes.wide;
}

/** Height of a row of one line, in pixels. */
export function lineOf(sizes: RowSizes, depth: number): number {
  return depth > 0 ? sizes.innerLinePx : sizes.linePx;
}
