import { field, isJsonObject, type JsonObject } from '../../read/jsonObject.ts';
import type { Conversation, Place } from '../conversation.ts';
import { isDelegation, isShell } from '../results/toolReaders.ts';
import type { Run } from '../run.ts';

interface ToolUse {
  record: JsonObject;
  block: JsonObject;
  place: Place;
}

/** A workflow starts many agents. */
function startedByWorkflow(name: string): { subagent_type: string } | undefined {
  return name === 'Workflow' ? { subagent_type: 'workflow' } : undefined;
}

const DEFAULT_AGENT = 'general-purpose';

/** Opens the call of a `tool_use` block. */
export function openToolCall(conversation: Conversation, run: Run, { record, block, place }: ToolUse): void {
  const id = field.text(block, 'id');
  const name = field.text(block, 'name') ?? 'unknown';
  const input = isJsonObject(block.input) ? block.input : {};
  const subagentType = field.text(input, 'subagent_type');
  const delegates = isDelegation(name);
  const seq = run.openCall({
    at: place.at,
    ref: place.ref,
    nativeId: id,
    name,
    params: isJsonObject(block.input) ? { ...block.input } : { input: block.input },
    description: field.text(input, 'description') ?? field.text(input, 'subject'),
    rawCommand: isShell(name) || name === 'Monitor' ? field.text(input, 'command') : undefined,
    subagent: delegates ? { subagent_type: subagentType ?? DEFAULT_AGENT } : startedByWorkflow(name),
    inferred: delegates && subagentType === undefined ? ['subagent_info.subagent_type'] : undefined,
    extensions: extensionsOf(record, place),
  });
  run.openCalls.set(id ?? seq, { id: id ?? seq, name, input });
  if (!delegates || id === undefined) return;
  conversation.links.noteStart(id, field.text(input, 'prompt'), {
    type: subagentType ?? DEFAULT_AGENT,
    description: field.text(input, 'description'),
  });
}

const attributions = [
  ['attributionSkill', 'attribution_skill'],
  ['attributionAgent', 'attribution_agent'],
  ['attributionPlugin', 'attribution_plugin'],
  ['attributionMcpServer', 'attribution_mcp_server'],
  ['attributionMcpTool', 'attribution_mcp_tool'],
] as const;

/** The response that made the call, and what the CLI says it was made for. */
function extensionsOf(record: JsonObject, place: Place): Record<string, unknown> {
  const extensions: Record<string, unknown> = {};
  const message = field.object(record, 'message');
  const messageId = message === undefined ? undefined : field.text(message, 'id');
  if (place.nativeId !== undefined) extensions.record_uuid = place.nativeId;
  if (messageId !== undefined) extensions.message_id = messageId;
  for (const [key, name] of attributions) {
    const value = record[key];
    if (typeof value === 'string') extensions[name] = value;
  }
  return extensions;
}
