import { filledText, isGiven, isJsonObject, type JsonObject } from '../json/values.ts';
import { needsPromptMessage } from '../promptMessage.ts';
import { toMillis } from '../toMillis.ts';
import { openLeftovers } from './leftovers.ts';
import { numberedId } from './walk.ts';

/** The events of a list, each with an id. An entry that is no object becomes an unknown event. */
export function normaliseEvents(events: readonly unknown[], idPrefix = ''): JsonObject[] {
  return events.map((event, index) => {
    const event_id = numberedId(`${idPrefix}event`, index);
    if (!isJsonObject(event)) return { event_id, type: 'unknown', record_type: typeof event, raw: event };
    return filledText(event.event_id) === undefined ? withField(event, 'event_id', event_id) : event;
  });
}

/** An item with another id or number than its own, which goes to the leftovers. */
function withField(item: JsonObject, name: 'event_id' | 'seq', value: string | number): JsonObject {
  if (!isGiven(item[name]) || item[name] === value) return { ...item, [name]: value };
  const leftovers = openLeftovers(item);
  leftovers.keep([name], item[name]);
  return { ...item, [name]: value, ...leftovers.fields() };
}

interface Items {
  calls: JsonObject[];
  events: JsonObject[];
}

/**
 * Gives calls and events one common order, by time. Each list keeps its own order, and an event comes before a call of the same moment.
 * Items that are numbered already keep their numbers.
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
    if (eventFirst) numbered.events.push(withField(events[event] ?? {}, 'seq', seq));
    else numbered.calls.push(withField(calls[call] ?? {}, 'seq', seq));
  }
  return numbered;
}

function isNumbered({ seq }: JsonObject): boolean {
  return Number.isSafeInteger(seq) && Number(seq) > 0;
}

/** Times that never decrease: an item without a time, or out of order, takes the time of the previous item. */
function risingTimes(items: readonly JsonObject[], field: string): number[] {
  let latest = Number.NEGATIVE_INFINITY;
  return items.map((item) => {
    const time = item[field];
    latest = Math.max(latest, (typeof time === 'string' ? toMillis(time) : undefined) ?? latest);
    return latest;
  });
}

/** Id of the message, unless an item has that id already. */
const PROMPT_ID = 'prompt';

interface Prompt {
  /** The prompt; empty where unknown. */
  prompt: string;
  /** Start of the session, ISO 8601. */
  at: string;
  /** Whether the source numbered the items; those numbers are then kept. */
  numbered: boolean;
}

/**
 * Adds the prompt as the first message of a session, if no message contains it: v3.0 has the prompt but no messages, and a replay or a
 * search expects it among them. Its time is that of the session, inferred.
 */
export function withPromptMessage(items: Items, { prompt, at, numbered }: Prompt): Items {
  if (!needsPromptMessage(items.events, prompt)) return items;
  const ids = new Set([...items.calls.map(({ call_id }) => call_id), ...items.events.map(({ event_id }) => event_id)]);
  let event_id = PROMPT_ID;
  for (let number = 2; ids.has(event_id); number += 1) event_id = `${PROMPT_ID}-${number}`;
  const later = (item: JsonObject): JsonObject => {
    const seq = Number(item.seq) + 1;
    return numbered ? withField(item, 'seq', seq) : { ...item, seq };
  };
  const message = { event_id, seq: 1, at, type: 'message', role: 'user', text: prompt, inferred: ['at'] };
  return { calls: items.calls.map(later), events: [message, ...items.events.map(later)] };
}
