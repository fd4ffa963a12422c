import type { DraftedItems } from './draftItems.ts';
import type { CallItem, ReplayItem } from './replayItem.ts';
import type { Draft } from './runs.ts';

/** Finds items by their ids in the session, and by their own ids. */
export interface ItemLookup {
  callById(callId: string): Draft<CallItem> | undefined;
  itemByEventId(eventId: string): Draft<ReplayItem> | undefined;
  itemById(id: string): Draft<ReplayItem> | undefined;
}

/** Makes the ids of items unique, and the items findable by them. */
export function identifyItems({ items, series, checklists }: DraftedItems): ItemLookup {
  const { byId, byEventId } = series === undefined ? nameItems(items) : { byId: series.find, byEventId: series.find };
  return {
    callById(callId) {
      const item = byId(callId);
      return item?.is === 'call' && item.call.call_id === callId ? item : undefined;
    },
    itemByEventId(eventId) {
      const item = byEventId(eventId);
      return item?.is === 'event' && item.event.event_id === eventId ? item : checklists.get(eventId);
    },
    itemById: byId,
  };
}

type Find = (id: string) => Draft<ReplayItem> | undefined;

/**
 * Enters items with any ids, and renames those whose id is taken. The first item with an id keeps it, calls before events, so that
 * references to a call find it.
 */
function nameItems(items: readonly Draft<ReplayItem>[]): { byId: Find; byEventId: Find } {
  const byId = new Map<string, Draft<ReplayItem>>();
  const byEventId = new Map<string, Draft<ReplayItem>>();
  const repeated: Draft<ReplayItem>[] = [];
  for (const kind of ['call', 'event'] as const) {
    for (const item of items) {
      if (item.is !== kind) continue;
      if (item.is === 'event' && !byEventId.has(item.id)) byEventId.set(item.id, item);
      if (byId.has(item.id)) repeated.push(item);
      else byId.set(item.id, item);
    }
  }
  const repeats = new Map<string, number>();
  for (const item of repeated) {
    item.id = freeId(byId, repeats, item.id);
    byId.set(item.id, item);
  }
  return { byId: (id) => byId.get(id), byEventId: (id) => byEventId.get(id) };
}

/** Numbering continues from the last rename, so that a file in which every id is the same takes linear time. */
function freeId(byId: ReadonlyMap<string, unknown>, repeats: Map<string, number>, taken: string): string {
  let n = (repeats.get(taken) ?? 1) + 1;
  while (byId.has(`${taken}~${n}`)) n += 1;
  repeats.set(taken, n);
  return `${taken}~${n}`;
}
