import type { Descriptor, Detection, FileRole, Sample, SharedHistory, Verdict } from '../contract.ts';
import { asObject, asText, type JsonObject } from '../read/jsonObject.ts';
import { isSpawned, readThreadHeader, type ThreadHeader } from './header.ts';
import { type RolloutLine, readRolloutLine } from './records.ts';

const ignores = {
  repeated_message: 'The same prompt or reply stands in another record, as an item of the model or as an event.',
  repeated_thinking: 'The same reasoning stands in another record, as an item of the model or as an event.',
  repeated_call: 'The call stands in another record with the same facts.',
  repeated_header: 'The header of the thread was written again when it was resumed.',
  repeated_settings: 'The settings of the turn are those of the turn before.',
  repeated_tokens: 'The running total did not grow: its tokens are counted already.',
  no_tokens: 'A token count without tokens tells only of rate limits; the last ones are kept with the session.',
  copied_history:
    "A forked or spawned thread begins with a copy of its parent's records; the parent is among the sources and tells them.",
  state_marker: 'An old file marks states that hold nothing.',
  world_state: "A snapshot of the model's surroundings repeats what its context messages say.",
  encrypted_context: 'The compacted context is held only encrypted; a notice says that there was a compaction.',
  tool_definitions: 'The definitions of tools are for the model; no person sees them.',
  delivery_flag: 'Says only whether a message between agents starts a turn; the message is a record of its own.',
} as const;

/** Why a record of a rollout is ignored. */
export type IgnoreReason = keyof typeof ignores;

/** How a record of a rollout ended. */
export type RolloutVerdict = Verdict<IgnoreReason>;

/** Plain data about the format. */
export const descriptor: Descriptor<IgnoreReason> = {
  id: 'codex-rollout',
  label: 'Codex rollout',
  specUrl: 'https://github.com/openai/codex/tree/main/codex-rs/rollout',
  marks: ['"session_meta"', '"response_item"', '"payload"', '"event_msg"'],
  versionsSeen: [
    'before 0.32 (bare)',
    '0.34',
    '0.36',
    '0.39',
    '0.44',
    '0.45',
    '0.46',
    '0.47',
    '0.50',
    '0.51',
    '0.52',
    '0.53',
    '0.57',
    '0.58',
    '0.63',
    '0.66',
    '0.92',
    '0.98',
    '0.104',
    '0.106',
    '0.107',
    '0.108',
    '0.115',
    '0.128',
    '0.140',
    '0.142',
    '0.144',
    '0.146',
  ],
  capabilities: { times: 'each item', thinking: true, tokens: true, subagents: true, outcomes: true },
  ignores,
};

const marker = '"type":"session_meta"';

/** The header's ids and names are within this many characters; longer texts come after them. */
const HEAD = 8192;

const wanted = [
  'id',
  'session_id',
  'parent_thread_id',
  'forked_from_id',
  'agent_role',
  'agent_nickname',
  'agent_path',
] as const;

/** The ids in a truncated `session_meta` record, as far as its beginning has them; undefined for any other text. */
function readHeadFields(text: string): JsonObject | undefined {
  const at = text.startsWith('{') ? text.slice(0, HEAD).indexOf(marker) : -1;
  if (at === -1) return undefined;
  const beforeTexts = text.indexOf('_instructions"', at);
  const head = text.slice(at, beforeTexts === -1 ? at + HEAD : beforeTexts);
  const found = wanted.flatMap((name): [string, unknown][] => {
    const value = textAfter(head, `"${name}":"`);
    return value === undefined ? [] : [[name, value]];
  });
  const source = head.includes('"source":{"subagent":') ? { subagent: 'unknown' } : undefined;
  return { ...Object.fromEntries(found), ...(source === undefined ? {} : { source }) };
}

function textAfter(head: string, key: string): string | undefined {
  const at = head.indexOf(key);
  if (at === -1) return undefined;
  const start = at + key.length;
  const end = head.indexOf('"', start);
  return end === -1 ? undefined : head.slice(start, end);
}

/** Types of enveloped records that no other tool's log is known to use. */
const outerTypes: ReadonlySet<string> = new Set([
  'session_meta',
  'turn_context',
  'response_item',
  'event_msg',
  'compacted',
  'world_state',
  'inter_agent_communication',
  'inter_agent_communication_metadata',
  'token_usage_record',
]);

/** Types of bare items with the fields that the Responses API gives them. */
const itemTypes: ReadonlySet<string> = new Set([
  'message',
  'reasoning',
  'function_call',
  'function_call_output',
  'local_shell_call',
]);

const compressedName = /rollout-[^/]{0,255}\.jsonl\.zst$/i;
const threadInName = /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})[^/]{0,255}$/i;

/** The first bytes of a Zstandard frame, as a UTF-8 decoder returns them. */
const ZSTD_AS_TEXT = '(\uFFFD/\uFFFD';

/** Recognises rollout files of Codex: enveloped, bare, compressed, and the files beside them that record no run. */
export function detect(sample: Sample): Detection {
  if (sample.text.startsWith(ZSTD_AS_TEXT)) return detectCompressed(sample.name);
  const lines = sample.records.map(readRolloutLine);
  const [first] = lines;
  if (first === undefined) return detectCutHeader(sample);
  const side = sideOf(sample.records);
  if (side !== undefined) return { grade: 'certain', because: side, role: { is: 'side', because: side } };
  if (first.is === 'enveloped' && first.type === 'session_meta' && typeof first.payload.id === 'string') {
    return { grade: 'certain', because: 'begins with a session_meta record', role: roleOf(lines) };
  }
  if (first.is === 'header') return detectBare(lines, first.payload);
  const known = lines.filter((line) => line.is === 'enveloped' && outerTypes.has(line.type)).length;
  if (known > 0) {
    const because = `${known} of the first ${lines.length} records are of types only a rollout has`;
    return { grade: 'likely', because, role: roleOf(lines) };
  }
  return { grade: 'no', because: refusalOf(sample.records) };
}

function detectCompressed(name: string): Detection {
  if (!compressedName.test(name)) return { grade: 'no', because: 'is compressed, and not named like a rollout' };
  const role: FileRole = { is: 'primary', key: threadInName.exec(name)?.[1]?.toLowerCase() ?? name };
  return { grade: 'likely', because: 'is a compressed file named like a rollout', role };
}

/** A first record longer than the sample: its ids come before the long texts. */
function detectCutHeader({ text, cut }: Sample): Detection {
  const head = cut ? readHeadFields(text) : undefined;
  if (head === undefined) return { grade: 'no', because: 'holds no whole record of a rollout' };
  const header = readThreadHeader(head);
  return { grade: 'certain', because: 'begins with a long session_meta record', role: roleOfHeaders([header]) };
}

/** `history.jsonl` and `session_index.jsonl` lie beside the rollouts. */
function sideOf(records: readonly unknown[]): string | undefined {
  const objects = records.map(asObject);
  const all = (test: (fields: JsonObject) => boolean): boolean =>
    objects.every((each) => each !== undefined && !('type' in each) && test(each));
  if (all((each) => 'session_id' in each && 'ts' in each && 'text' in each))
    return 'is the prompt history of all threads (history.jsonl)';
  if (all((each) => 'id' in each && 'thread_name' in each)) return 'is the index of thread names (session_index.jsonl)';
  return undefined;
}

function detectBare(lines: readonly RolloutLine[], payload: JsonObject): Detection {
  const key = asText(payload.id) ?? '';
  const items = lines
    .slice(1)
    .filter((line) => line.is === 'state' || (line.is === 'bare' && itemTypes.has(line.type)));
  const role: FileRole = { is: 'primary', key };
  if (items.length > 0) {
    return { grade: 'certain', because: 'begins with a header without envelope, then state markers and items', role };
  }
  if (lines.length > 1) return { grade: 'no', because: 'what follows the header is no item of a rollout' };
  return { grade: 'likely', because: 'is a header of an old rollout without envelope', role };
}

function roleOf(lines: readonly RolloutLine[]): FileRole {
  const headers = lines.flatMap((line) =>
    line.is === 'enveloped' && line.type === 'session_meta' ? [readThreadHeader(line.payload)] : [],
  );
  return roleOfHeaders(headers);
}

/**
 * A spawned thread is part of the run at the root of its tree. Since 0.144 the header names the root; before, it is found as far up as the
 * parents' headers copied in the sample lead.
 */
function roleOfHeaders(headers: readonly ThreadHeader[]): FileRole {
  const [own] = headers;
  const ownKey = own?.threadId ?? '';
  if (own === undefined || !isSpawned(own)) return { is: 'primary', key: ownKey, ...historyOf(headers) };
  const rootId = own.rootId !== undefined && own.rootId !== own.threadId ? own.rootId : topmost(own, headers);
  return rootId === undefined || rootId === ownKey ? { is: 'primary', key: ownKey } : { is: 'part', key: rootId };
}

/** A fork begins with the records of the thread it was forked from, which its header names. */
function historyOf(headers: readonly ThreadHeader[]): { history?: SharedHistory } {
  const ids = new Set(headers.flatMap(({ threadId, forkedFromId }) => [threadId, forkedFromId]));
  const keys = [...ids].filter((id) => id !== undefined);
  return keys.length === 0 ? {} : { history: { keys, copies: keys.length - 1 } };
}

function topmost(own: ThreadHeader, headers: readonly ThreadHeader[]): string | undefined {
  let top = own.parentId;
  for (let step = 0; step < headers.length; step += 1) {
    const above = headers.find(({ threadId }) => threadId !== undefined && threadId === top);
    if (above?.parentId === undefined || !isSpawned(above)) break;
    top = above.parentId;
  }
  return top;
}

function refusalOf(records: readonly unknown[]): string {
  const first = asObject(records[0]);
  const type = asText(first?.type);
  if (type === 'thread.started' || type?.startsWith('item.') === true)
    return 'is the event stream of `codex exec --json`, not a rollout';
  if (type !== undefined && 'payload' in (first ?? {})) return `its records of type ${type} are none of a rollout`;
  if (type !== undefined) return `its records have a type (${type.slice(0, 40)}) but no payload, and no rollout header`;
  return 'its records have neither the envelope of a rollout nor the header of an old one';
}
