import type { PlanItem } from '../../session/index.ts';

/** What happened to an item since the checklist before. */
export type PlanChange = 'completed' | 'started' | 'reopened' | 'added';

/** An item and what happened to it. */
export interface ChangedItem {
  readonly item: PlanItem;
  readonly change?: PlanChange;
}

/** A checklist compared with the one before. */
export interface PlanChanges {
  readonly items: readonly ChangedItem[];
  /** Items that are gone. */
  readonly removed: readonly PlanItem[];
}

const identity = ({ item_id, text }: PlanItem): string => (item_id === undefined ? `text ${text}` : `id ${item_id}`);

function change(before: PlanItem | undefined, now: PlanItem): PlanChange | undefined {
  if (before === undefined) return 'added';
  if (before.status === now.status) return undefined;
  if (now.status === 'completed') return 'completed';
  if (now.status === 'in_progress') return before.status === 'completed' ? 'reopened' : 'started';
  return 'reopened';
}

/** Says what changed, item by item; items are the same by their id, else by their text. Without a before, nothing did. */
export function planChanges(items: readonly PlanItem[], before?: readonly PlanItem[]): PlanChanges {
  if (before === undefined) return { items: items.map((item) => ({ item })), removed: [] };
  const old = new Map(before.map((item) => [identity(item), item]));
  const now = new Set(items.map(identity));
  return {
    items: items.map((item) => {
      const changed = change(old.get(identity(item)), item);
      return changed === undefined ? { item } : { item, change: changed };
    }),
    removed: before.filter((item) => !now.has(identity(item))),
  };
}
