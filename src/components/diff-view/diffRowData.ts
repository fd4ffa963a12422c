import type { DiffLine } from '../shared/call/lineDiff.ts';
import type { CodePart } from '../shared/code/codePart.ts';

/** A line on one side of a diff. */
export interface DiffSide extends DiffLine {
  /** 1-based; absent where the log does not know it. */
  readonly number?: number;
  /** The text in its colours; absent before they are known, and where it has none. */
  readonly code?: readonly CodePart[] | undefined;
}

/** A row of a diff as it is drawn. */
export type DiffRowData =
  | { readonly kind: 'hunk'; readonly header: string }
  | {
      readonly kind: 'line';
      readonly sign: DiffLine['sign'];
      readonly text: string;
      readonly oldNumber?: number;
      readonly newNumber?: number;
      readonly code?: readonly CodePart[] | undefined;
    }
  /** Two lines side by side; an absent one had no counterpart. */
  | { readonly kind: 'pair'; readonly left: DiffSide | undefined; readonly right: DiffSide | undefined };

/** One column, or before and after side by side. */
export type DiffLayout = 'unified' | 'split';
