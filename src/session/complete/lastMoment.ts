import { fieldTypes, isJsonObject, type JsonObject, objectsOf } from '../json/values.ts';
import { toMillis } from '../toMillis.ts';

interface Items {
  calls: readonly JsonObject[];
  events: readonly JsonObject[];
}

/** The latest moment that a session without an end speaks of, in milliseconds since 1970. */
export function lastMoment(
  startMs: number,
  summary: unknown,
  items: Items,
  subSessions: readonly JsonObject[],
): number {
  const told = isJsonObject(summary) && fieldTypes.size.fits(summary.total_duration_ms) ? summary.total_duration_ms : 0;
  let last = startMs + told;
  const see = (time: unknown): void => {
    last = Math.max(last, (typeof time === 'string' ? toMillis(time) : undefined) ?? last);
  };
  for (const { ended_at } of items.calls) see(ended_at);
  for (const { at } of items.events) see(at);
  for (const sub of subSessions) {
    see(sub.completed_at);
    for (const { ended_at } of objectsOf(sub.tool_calls)) see(ended_at);
  }
  return last;
}
