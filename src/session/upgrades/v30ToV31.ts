import {
  filledText,
  isGiven,
  isJsonObject,
  isStringList,
  type JsonObject,
  objectsOf,
  othersOf,
  present,
} from '../json/values.ts';
import { openLeftovers, withInferred } from '../normalise/leftovers.ts';
import { numberedId } from '../normalise/walk.ts';
import { renameFields } from './rename.ts';

/** Turns v3.0, its looser variants and STD-008 into 3.1: messages become events, and both new lists are added. */
export function v30ToV31(json: JsonObject): JsonObject {
  const { messages, schema_version, ...fields } = attachDecisions(takeAliases(json));
  const leftovers = openLeftovers(fields);
  if (isGiven(schema_version)) leftovers.keep(['schema_version'], schema_version);
  return {
    ...fields,
    ...leftovers.fields(),
    ...eventsOf(fields.events, messages),
    schema_version: '3.1',
    sub_sessions: fields.sub_sessions ?? [],
  };
}

/** Appends the messages of STD-008 to the existing events; entries that are no messages stay where they are. */
function eventsOf(events: unknown, messages: unknown): JsonObject {
  if (!Array.isArray(messages)) return { events: events ?? [], ...(messages === undefined ? {} : { messages }) };
  const sent = objectsOf(messages).sort(bySequence).map(messageToEvent);
  return { events: Array.isArray(events) ? [...events, ...sent] : sent, ...othersOf('messages', messages) };
}

/** Messages without a number keep their places. */
function bySequence({ sequence_number: a }: JsonObject, { sequence_number: b }: JsonObject): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : 0;
}

/** Takes over what a session states in other fields than v3.0's, where v3.0's own field is free. */
function takeAliases(json: JsonObject): JsonObject {
  const named = renameFields(json, {
    created_at: ['started_at'],
    completed_at: ['ended_at'],
    task_title: ['title'],
    task_description: ['description'],
    user_prompt: ['prompt'],
  });
  return takeFiles(takeUpdate(named));
}

/** v2 states when a session was last changed, not when it ended. */
function takeUpdate(json: JsonObject): JsonObject {
  const renamed = renameFields(json, { completed_at: ['updated_at'] });
  return renamed === json ? json : withInferred(renamed, 'completed_at');
}

const fileLists = ['files_created', 'files_modified'];

/** Lists of files beside the summary; a summary in prose is moved aside for them. */
function takeFiles(json: JsonObject): JsonObject {
  const { summary } = json;
  const free = fileLists.filter((name) => {
    return isStringList(json[name]) && !(isJsonObject(summary) && summary[name] !== undefined);
  });
  if (free.length === 0) return json;
  const leftovers = openLeftovers(json);
  if (!isJsonObject(summary) && isGiven(summary)) leftovers.keep(['summary'], summary);
  const rest = Object.fromEntries(Object.entries(json).filter(([key]) => !free.includes(key)));
  const lists = Object.fromEntries(free.map((name) => [name, json[name]]));
  return { ...rest, summary: { ...(isJsonObject(summary) ? summary : {}), ...lists }, ...leftovers.fields() };
}

const names = ['decisions', 'design_decisions'];

/**
 * Moves decisions that some files keep at the session to an annotation, where readers look for them: the first one that plans, else the
 * first. Without annotations they stay where they are.
 */
function attachDecisions(json: JsonObject): JsonObject {
  const annotations = json.phase_annotations;
  const name = names.find((each) => Array.isArray(json[each]));
  if (name === undefined || !Array.isArray(annotations)) return json;
  const planning = annotations.findIndex((each) => isJsonObject(each) && each.phase_type === 'plan');
  const target = Math.max(0, planning);
  const annotation: unknown = annotations[target];
  if (!isJsonObject(annotation) || (annotation.decisions !== undefined && !Array.isArray(annotation.decisions)))
    return json;
  const { [name]: decisions, ...rest } = json;
  const all = [...(annotation.decisions ?? []), ...(decisions as unknown[]).map(toDecision)];
  const attached = withInferred({ ...annotation, decisions: all }, 'decisions');
  return { ...rest, phase_annotations: annotations.with(target, attached) };
}

/** A decision in the standard's field names. */
function toDecision(raw: unknown): unknown {
  if (!isJsonObject(raw)) return raw;
  const fields = renameFields(raw, {
    description: ['decision'],
    reasoning: ['rationale', 'reason'],
    alternatives_considered: ['alternatives', 'alternatives_rejected'],
  });
  const made = [fields.title, fields.choice].flatMap((each) => filledText(each) ?? []).join(': ');
  return fields.description === undefined && made !== '' ? { ...fields, description: made } : fields;
}

const roles = new Set<unknown>(['user', 'assistant', 'system']);

/** Fields of a message's payload that may hold its text, in order of precedence. */
const textFields = ['content', 'text', 'message', 'feedback', 'summary', 'description', 'task_description', 'reason'];

/** Turns a message between agents (STD-008) into a message event; what an event has no field for goes to the leftovers. */
function messageToEvent(message: JsonObject, index: number): JsonObject {
  const { message_id, timestamp, from_agent, to_agent, payload, role, ...rest } = message;
  const chatRole = roles.has(role) ? role : undefined;
  const from = agentName(from_agent);
  // Text that the event contains verbatim is not kept twice.
  const kept = present({
    ...rest,
    payload: unlessFilled(payload),
    from_agent: unlessFilled(from_agent),
    to_agent: unlessFilled(to_agent),
    message_id: unlessFilled(message_id),
    timestamp: unlessFilled(timestamp),
    role: chatRole === undefined ? role : undefined,
  });
  return {
    event_id: filledText(message_id) ?? numberedId('message', index),
    ...present({ at: filledText(timestamp) }),
    type: 'message',
    role: chatRole ?? (from === 'user' ? 'user' : 'assistant'),
    text: textIn(payload) ?? textIn(message) ?? filledText(message.message_type) ?? '',
    ...(chatRole === undefined ? { origin: 'teammate' } : {}),
    ...present({ from, to: agentName(to_agent) }),
    ...(Object.keys(kept).length === 0 ? {} : { extensions: { std001: kept } }),
  };
}

function unlessFilled(value: unknown): unknown {
  return filledText(value) === undefined ? (value ?? undefined) : undefined;
}

function agentName(agent: unknown): string | undefined {
  if (!isJsonObject(agent)) return filledText(agent);
  return filledText(agent.agent_id) ?? filledText(agent.agent_type);
}

/** The text of a payload: itself, one of its fields, or a field of the task that it hands over. */
function textIn(payload: unknown): string | undefined {
  if (!isJsonObject(payload)) return filledText(payload);
  const own = textFields.map((name) => filledText(payload[name])).find((each) => each !== undefined);
  return own ?? (isJsonObject(payload.task) ? textIn({ ...payload.task, task: undefined }) : undefined);
}
