import { openMargin } from '../carrier/openMargin.ts';
import { isGiven, type JsonObject, objectsOf, othersOf } from '../json/values.ts';
import { attachDecisions } from './attachDecisions.ts';
import { messageToEvent } from './messageToEvent.ts';
import { takeAliases } from './takeAliases.ts';

/** Turns v3.0, its looser variants and STD-008 into 3.1: messages become events, and both new lists are there. */
export function v30ToV31(json: JsonObject): JsonObject {
  const { messages, schema_version, ...fields } = attachDecisions(takeAliases(json));
  const margin = openMargin(fields);
  if (isGiven(schema_version)) margin.keep(['schema_version'], schema_version);
  return {
    ...fields,
    ...margin.fields(),
    ...eventsOf(fields.events, messages),
    schema_version: '3.1',
    sub_sessions: fields.sub_sessions ?? [],
  };
}

/** The messages of STD-008 behind the events that are there; what is no message stays where it is. */
function eventsOf(events: unknown, messages: unknown): JsonObject {
  if (!Array.isArray(messages)) return { events: events ?? [], ...(messages === undefined ? {} : { messages }) };
  const sent = objectsOf(messages).sort(bySequence).map(messageToEvent);
  return { events: Array.isArray(events) ? [...events, ...sent] : sent, ...othersOf('messages', messages) };
}

/** Messages without a number stay where they are. */
function bySequence({ sequence_number: a }: JsonObject, { sequence_number: b }: JsonObject): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : 0;
}
