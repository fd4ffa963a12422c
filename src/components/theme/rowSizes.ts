/**
 * Sizes of the rows of a list, in pixels. Lists work out where rows lie from them, and `node scripts/make-row-sizes.ts` writes
 * `rowSizes.css` from them: a size that changes here changes in both.
 */
export const rowSizes = {
  wide: {
    linePx: 28,
    /** Line of a row in the run of an agent. */
    innerLinePx: 24,
    gutterPx: 44,
    timePx: 56,
    iconPx: 24,
    endPx: 16,
  },
  narrow: { linePx: 32, innerLinePx: 32, gutterPx: 28, timePx: 0, iconPx: 20, endPx: 12 },
  /** A row narrower than this gives up time and result. */
  narrowBelowPx: 560,
  /** The header of a phase; its room, where headers are hidden. */
  phaseLinePx: 24,
} as const;

/** Sizes of a row of a width, both in pixels. */
export type RowSizes = (typeof rowSizes)['wide' | 'narrow'];

/** The sizes of rows in a list of this width, in pixels. */
export function rowSizesAt(widthPx: number): RowSizes {
  return widthPx < rowSizes.narrowBelowPx ? rowSizes.narrow : rowSizes.wide;
}

/** Height of a row of one line, in pixels. */
export function lineOf(sizes: RowSizes, depth: number): number {
  return depth > 0 ? sizes.innerLinePx : sizes.linePx;
}
