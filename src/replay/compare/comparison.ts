import type { MainAndInner } from '../../session/index.ts';
import type { ReplayItem } from '../replayItem.ts';
import type { SessionIndex } from '../sessionIndex.ts';

/** One of the two compared sessions. */
export type CompareSide = 'left' | 'right';

/** What differs in a pair; `text` stands for the input of an item that is no call. */
export type Difference = 'tool' | 'input' | 'text' | 'outcome' | 'output' | 'duration';

/** What stands on one row of a comparison. */
export type RowKind = 'same' | 'changed' | 'only-left' | 'only-right';

/** An item of either session, or a pair of items that did the same thing. */
export type ComparedRow =
  | {
      /**
       * `same`: the same thing with the same input and the same outcome; tool, duration and output may differ. `changed`: input or outcome
       * differ.
       */
      readonly is: 'same' | 'changed';
      readonly left: ReplayItem;
      readonly right: ReplayItem;
      readonly differs: readonly Difference[];
    }
  | { readonly is: 'only-left'; readonly left: ReplayItem; readonly right: undefined; readonly differs: readonly [] }
  | { readonly is: 'only-right'; readonly left: undefined; readonly right: ReplayItem; readonly differs: readonly [] };

/** The figures of one side, or right minus left. */
export interface ComparedTotals {
  /** Of the session's own agent and of its subagents. */
  readonly calls: MainAndInner;
  /** Failed calls; denied ones do not count. */
  readonly failures: MainAndInner;
  /** Input, output and cache together; undefined where the source does not count them. */
  readonly tokens: MainAndInner | undefined;
  /** From start to end; undefined where the log states neither an end nor a length. */
  readonly durationMs: number | undefined;
  /** The same without what is idle, as a replay skips it. */
  readonly activeMs: number | undefined;
  /** Files that were read or changed. */
  readonly files: number;
}

/** Two sessions side by side. */
export interface Comparison {
  /** The sessions as they were compared; one that is still being written may have grown since. */
  readonly indexes: Readonly<Record<CompareSide, SessionIndex>>;
  /** Every item of either side exactly once, in the reading order of its session. */
  readonly rows: readonly ComparedRow[];
  readonly counts: Readonly<Record<RowKind, number>>;
  readonly left: ComparedTotals;
  readonly right: ComparedTotals;
  /** Right minus left; undefined where either is. */
  readonly change: ComparedTotals;
  /** The row of an item, by its position in `SessionIndex.items`; -1 for a position outside the list. */
  rowOf(side: CompareSide, item: number): number;
  /** The item of one side that stands on a row, else the last one above it; -1 before its first. */
  itemAt(side: CompareSide, row: number): number;
}
