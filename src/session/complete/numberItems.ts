import { openMargin } from '../carrier/openMargin.ts';
import { isGiven, type JsonObject } from '../json/values.ts';
import { toMillis } from '../toMillis.ts';

interface Items {
  calls: JsonObject[];
  events: JsonObject[];
}

/**
 * Gives calls and events one order, by time; each list keeps its own order, and an event comes before a call of the same
 * moment. Items that are numbered already stay as they are.
 */
export function numberItems({ calls, events }: Items): Items {
  if (calls.every(isNumbered) && events.every(isNumbered)) return { calls, events };
  const callTimes = risingTimes(calls, 'started_at');
  const eventTimes = risingTimes(events, 'at');
  const numbered: Items = { calls: [], events: [] };
  let seq = 0;
  while (numbered.calls.length < calls.length || numbered.events.length < events.length) {
    seq += 1;
    const call = numbered.calls.length;
    const event = numbered.events.length;
    const eventFirst =
      event < events.length && (eventTimes[event] ?? 0) <= (callTimes[call] ?? Number.POSITIVE_INFINITY);
    if (eventFirst) numbered.events.push(withSeq(events[event] ?? {}, seq));
    else numbered.calls.push(withSeq(calls[call] ?? {}, seq));
  }
  return numbered;
}

/** An item under a number; another one that it had is kept. */
export function withSeq(item: JsonObject, seq: number): JsonObject {
  if (!isGiven(item.seq) || item.seq === seq) return { ...item, seq };
  const margin = openMargin(item);
  margin.keep(['seq'], item.seq);
  return { ...item, seq, ...margin.fields() };
}

function isNumbered({ seq }: JsonObject): boolean {
  return Number.isSafeInteger(seq) && Number(seq) > 0;
}

/** Times that never fall: an item without a time, or out of order, counts with the one before it. */
function risingTimes(items: readonly JsonObject[], field: string): number[] {
  let latest = Number.NEGATIVE_INFINITY;
  return items.map((item) => {
    const time = item[field];
    latest = Math.max(latest, (typeof time === 'string' ? toMillis(time) : undefined) ?? latest);
    return latest;
  });
}
