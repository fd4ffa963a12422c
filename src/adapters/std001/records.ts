import type { SourceRef } from '../../session/index.ts';

/** The lists of a session file whose items are records of their own. */
export const itemLists = [
  'tool_calls',
  'events',
  'messages',
  'phases',
  'phase_annotations',
  'steps',
  'sub_sessions',
] as const;

export type ItemList = (typeof itemLists)[number];

/** An item of a list, and where it stands in its file. */
export interface PlacedItem {
  list: ItemList;
  index: number;
  /** Position of the sub-session or phase that the list stands in; absent for the session's own lists. */
  owner?: { list: ItemList; index: number };
  ref: SourceRef;
  value: unknown;
}

/** A session file is one record, and one more for every item of its lists. */
export type Std001Record =
  | { is: 'session'; file: string; json: unknown; items: readonly PlacedItem[] }
  | { is: 'item'; item: PlacedItem };
