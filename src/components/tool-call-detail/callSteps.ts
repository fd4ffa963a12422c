/** Where a call stands among the calls that the reader steps through. */
export interface CallSteps {
  /** 1-based. */
  readonly position: number;
  readonly total: number;
  /** Goes to the call before or after. */
  readonly onStep: (by: -1 | 1) => void;
}
