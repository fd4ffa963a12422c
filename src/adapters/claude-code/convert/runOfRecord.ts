import { field, type JsonObject } from '../../read/jsonObject.ts';
import type { Conversation } from '../conversation.ts';
import type { Run } from '../run.ts';

/** The run that a record belongs to: the session's own, or that of a subagent in its own file or inline. */
export function runOfRecord(conversation: Conversation, record: JsonObject, agentId: string | undefined): Run {
  if (agentId !== undefined) return conversation.subagent(agentId).run;
  return record.isSidechain === true ? inlineRun(conversation, record) : conversation.main;
}

/**
 * Until 1.0 a subagent's records stand among the session's own, each pointing to the one before it; the first has no
 * parent, or one of the session, and gives the run its name.
 */
function inlineRun(conversation: Conversation, record: JsonObject): Run {
  const uuid = field.text(record, 'uuid');
  const parent = field.text(record, 'parentUuid');
  const root = parent === undefined ? undefined : conversation.inlineRoots.get(parent);
  const agentId = field.text(record, 'agentId');
  const id = agentId ?? root ?? uuid ?? 'sidechain';
  if (agentId === undefined) conversation.unnamed.add(id);
  if (uuid !== undefined) conversation.inlineRoots.set(uuid, id);
  return conversation.subagent(id).run;
}

/** Whether a record belongs to an agent that only warms a cache: its first text says so, and no call started it. */
export function isWarmup(conversation: Conversation, record: JsonObject, agentId: string): boolean {
  const { warmups, subagents, links } = conversation;
  if (warmups.has(agentId)) return true;
  if (subagents.has(agentId) || record.type !== 'user' || links.isKnown(agentId)) return false;
  if (textOf(field.object(record, 'message')) !== 'Warmup') return false;
  warmups.add(agentId);
  return true;
}

function textOf(message: JsonObject | undefined): string | undefined {
  if (message === undefined) return undefined;
  const { content } = message;
  if (typeof content === 'string') return content.trim();
  const [first] = field.objects(message, 'content');
  return first === undefined ? undefined : field.text(first, 'text')?.trim();
}
