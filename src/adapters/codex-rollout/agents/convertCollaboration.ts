import type { RolloutVerdict } from '../descriptor.ts';
import { asList, asObject, asText, asWords, type Fields, objectsIn } from '../narrow.ts';
import type { Origin, Thread } from '../thread.ts';

/** What is kept of a record as it stands. */
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
 * What became of agents (`collab_*_end`, `sub_agent_activity` and their completed items): joined with the call it is
 * about, else a notice.
 */
export function convertCollaboration(
  thread: Thread,
  payload: Fields,
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

function noteChildren({ calls }: Thread, callId: string, payload: Fields): void {
  const spawned = payload.new_thread_id !== undefined || payload.kind === 'started' || payload.tool === 'spawnAgent';
  if (!spawned) return;
  const names = [
    payload.new_thread_id,
    payload.agent_thread_id,
    payload.agent_path,
    ...asList(payload.receiver_thread_ids),
  ];
  for (const name of names) {
    const known = asWords(name);
    if (known !== undefined) calls.spawned.set(known, callId);
  }
}

function describe(payload: Fields): string {
  const name =
    asWords(payload.new_agent_nickname) ??
    asWords(payload.receiver_agent_nickname) ??
    asWords(payload.agent_path) ??
    asWords(payload.agent_thread_id) ??
    'An agent';
  const words = [asWords(payload.kind) ?? asWords(payload.status), asWords(payload.prompt), ...messagesIn(payload)];
  return [`${name}:`, ...words.flatMap((word) => word ?? [])].join(' ').replace(/:$/, '');
}

/** What agents said in the end: `{completed: "…"}`, alone or by thread. */
function messagesIn(payload: Fields): string[] {
  const statuses = [
    payload.status,
    ...Object.values(asObject(payload.statuses) ?? {}),
    ...objectsIn(payload.agent_statuses).map((each) => each.status),
  ];
  return statuses.flatMap((status) =>
    Object.values(asObject(status) ?? {}).flatMap((message) => asText(message) ?? []),
  );
}
