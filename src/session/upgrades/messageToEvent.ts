import { filledText, isJsonObject, type JsonObject, present } from '../json/values.ts';
import { numberedId } from '../normalise/walk.ts';

const roles = new Set<unknown>(['user', 'assistant', 'system']);

/** Fields of a message's payload that may hold its text, in order of precedence. */
const textFields = ['content', 'text', 'message', 'feedback', 'summary', 'description', 'task_description', 'reason'];

/** Turns a message between agents (STD-008) into a message event; what an event has no field for goes to the leftovers. */
export function messageToEvent(message: JsonObject, index: number): JsonObject {
  const { message_id, timestamp, from_agent, to_agent, payload, role, ...rest } = message;
  const chatRole = roles.has(role) ? role : undefined;
  const from = agentName(from_agent);
  // Text that the event contains verbatim is not kept twice.
  const kept = present({
    ...rest,
    payload: unsaid(payload),
    from_agent: unsaid(from_agent),
    to_agent: unsaid(to_agent),
    message_id: unsaid(message_id),
    timestamp: unsaid(timestamp),
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

function unsaid(value: unknown): unknown {
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
