import type { Carrier } from '../carrier/openCarrier.ts';
import { openMargin } from '../carrier/openMargin.ts';
import { isGiven, isJsonObject, type JsonObject, textOf } from '../json/values.ts';

/** The events of a list, each with an id. What is no object is kept as an unknown event. */
export function completeEvents(events: unknown, owner: Carrier, idPrefix: string): JsonObject[] {
  if (!Array.isArray(events)) {
    owner.misfit(['events'], events, 'an array');
    return [];
  }
  return events.map((event: unknown, index) => {
    const event_id = `${idPrefix}event-${String(index + 1).padStart(3, '0')}`;
    if (!isJsonObject(event)) return { event_id, type: 'unknown', record_type: typeof event, raw: event };
    return textOf(event.event_id) === undefined ? withId(event, event_id) : event;
  });
}

function withId(event: JsonObject, event_id: string): JsonObject {
  if (!isGiven(event.event_id)) return { ...event, event_id };
  const margin = openMargin(event);
  margin.keep(['event_id'], event.event_id);
  return { ...event, event_id, ...margin.fields() };
}

/** An event that fits no type, inert: whole under `raw`. */
export function toUnknownEvent(event: JsonObject): JsonObject {
  const { event_id, seq, at, type } = event;
  return {
    event_id,
    seq,
    ...(textOf(at) === undefined ? {} : { at }),
    type: 'unknown',
    record_type: textOf(type) ?? 'unknown',
    raw: event,
  };
}
