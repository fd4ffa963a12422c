import type { SourceRef } from '../../session/index.ts';
import type { Content } from '../assemble/contents.ts';

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

/** A session file is one record, and one more for every item of its lists, and for every file in its content folder. */
export type Std001Record =
  | { is: 'session'; file: string; json: unknown; items: readonly PlacedItem[]; contents: readonly Content[] }
  /** A file of the content folder, by its name there; it comes after the session. */
  | { is: 'content'; name: string }
  | { is: 'item'; item: PlacedItem };
