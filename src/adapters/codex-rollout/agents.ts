import { objectsOf } from '../../session/internal.ts';
import { asList, asText, fieldsOf, filledText, type JsonObject } from '../read/jsonObject.ts';
import { joinTexts, readContent } from './content.ts';
import type { RolloutVerdict } from './detect.ts';
import type { DuplicateSide, Origin, Thread } from './thread.ts';

/** JsonObject of a record that are kept unchanged. */
const keptFields = [
  'sender_thread_id',
  'new_thread_id',
  'new_agent_nickname',
  'new_agent_role',
  'receiver_thread_id',
  'receiver_thread_ids',
  'receiver_agent_nickname',
  'receiver_agent_role',
  'agent_thread_id',
  'agent_path',
  'kind',
  'tool',
  'model',
  'reasoning_effort',
  'status',
  'statuses',
  'agents_states',
  'prompt',
] as const;

/**
 * The outcome of agents (`collab_*_end`, `sub_agent_activity` and their completed items): joined with the call it belongs to, else a
 * notice.
 */
export function convertCollaboration(
  thread: Thread,
  payload: JsonObject,
  callId: string | undefined,
  { at, ref }: Origin,
): RolloutVerdict {
  const kept = keptFields.flatMap((name) => (payload[name] == null ? [] : [[name, payload[name]] as const]));
  const extensions = Object.fromEntries(kept);
  if (callId !== undefined && thread.sink.hasCall(callId)) {
    noteChildren(thread, callId, payload);
    thread.sink.amendCall(callId, { extensions });
    return 'converted';
  }
  thread.sink.notice({ kind: 'background_task', text: describe(payload), at, ref, nativeId: callId, extensions });
  return 'converted';
}

function noteChildren({ calls }: Thread, callId: string, payload: JsonObject): void {
  const spawned = payload.new_thread_id !== undefined || payload.kind === 'started' || payload.tool === 'spawnAgent';
  if (!spawned) return;
  const names = [
    payload.new_thread_id,
    payload.agent_thread_id,
    payload.agent_path,
    ...asList(payload.receiver_thread_ids),
  ];
  for (const name of names) {
    const known = filledText(name);
    if (known !== undefined) calls.spawned.set(known, callId);
  }
}

function describe(payload: JsonObject): string {
  const name =
    filledText(payload.new_agent_nickname) ??
    filledText(payload.receiver_agent_nickname) ??
    filledText(payload.agent_path) ??
    filledText(payload.agent_thread_id) ??
    'An agent';
  const words = [
    filledText(payload.kind) ?? filledText(payload.status),
    filledText(payload.prompt),
    ...messagesIn(payload),
  ];
  return [`${name}:`, ...words.flatMap((word) => word ?? [])].join(' ').replace(/:$/, '');
}

/** The final messages of agents: `{completed: "…"}`, alone or by thread. */
function messagesIn(payload: JsonObject): string[] {
  const statuses = [
    payload.status,
    ...Object.values(fieldsOf(payload.statuses)),
    ...objectsOf(payload.agent_statuses).map((each) => each.status),
  ];
  return statuses.flatMap((status) => Object.values(fieldsOf(status)).flatMap((message) => asText(message) ?? []));
}

/**
 * A message between agents, as an item (`agent_message`) or a record of its own (`inter_agent_communication`). It means to the receiving
 * agent what a prompt by a person means to the main one.
 */
export function convertAgentMessage(
  thread: Thread,
  payload: JsonObject,
  side: DuplicateSide,
  { at, ref }: Origin,
): RolloutVerdict {
  const from = filledText(payload.author);
  const to = filledText(payload.recipient);
  const content = readContent(payload.content);
  const text = asText(payload.content) ?? joinTexts(content.texts);
  const key = `${from ?? ''} ${to ?? ''} ${text}`;
  if (thread.agentMessages.take(key, side) !== undefined) return { ignored: 'repeated_message' };
  thread.agentMessages.put(key, side, true);
  const withheld = content.encrypted > 0 || asText(payload.encrypted_content) !== undefined;
  const own = thread.header.agent?.path;
  const sent = own === undefined ? from === '/root' && to !== '/root' : from === own;
  const seq = thread.sink.message({
    role: sent ? 'assistant' : 'user',
    origin: 'teammate',
    text,
    from,
    to,
    at,
    ref,
    nativeId: filledText(payload.id),
    extensions: withheld ? { encrypted: true } : undefined,
  });
  if (!sent) {
    thread.turns.prompt(seq);
    if (text.trim() !== '') thread.facts.task ??= text;
  }
  return 'converted';
}
