import { openMargin } from '../carrier/openMargin.ts';
import { isJsonObject, type JsonObject, objectsOf, othersOf } from '../json/jsonObject.ts';
import { attachDecisions } from './attachDecisions.ts';
import { messageToEvent } from './messageToEvent.ts';
import { moveUnknownFields } from './moveUnknownFields.ts';
import { takeAliases } from './takeAliases.ts';

/**
 * Turns v3.0, its looser variants and STD-008 into 3.1: messages become events, and whatever has no field goes to
 * `extensions.std001` of the session, call, annotation or sub-session that said it.
 */
export function v30ToV31(json: JsonObject): JsonObject {
  const { messages, ...named } = attachDecisions(takeAliases(json));
  const { schema_version, phases, ...fields } = named;
  const margin = openMargin(fields);
  if (schema_version !== undefined && schema_version !== null) margin.keep(['schema_version'], schema_version);
  const session = moveUnknownFields({ ...fields, ...margin.fields(), ...eventsOf(fields.events, messages) }, 'session');
  return {
    ...session,
    ...(phases === undefined ? {} : { phases }),
    schema_version: '3.1',
    tool_calls: mapObjects(session.tool_calls, (call) => moveUnknownFields(call, 'call')),
    ...(session.phase_annotations === undefined
      ? {}
      : { phase_annotations: mapObjects(session.phase_annotations, (each) => moveUnknownFields(each, 'annotation')) }),
    sub_sessions: mapObjects(session.sub_sessions ?? [], (sub) => ({
      ...moveUnknownFields(sub, 'subSession'),
      tool_calls: mapObjects(sub.tool_calls ?? [], (call) => moveUnknownFields(call, 'call')),
    })),
  };
}

function mapObjects(list: unknown, change: (each: JsonObject) => JsonObject): unknown {
  return Array.isArray(list) ? list.map((each: unknown) => (isJsonObject(each) ? change(each) : each)) : list;
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
