import { objectsOf } from '../../session/internal.ts';
import { asList, asNumber, asText, fieldsOf, filledText, type JsonObject, textOf } from '../read/jsonObject.ts';
import { convertCollaboration } from './agents.ts';
import { planOf } from './calls/book.ts';
import {
  closeModelCall,
  convertClientEnd,
  convertClientRequest,
  convertCommandEnd,
  convertPatchEnd,
  convertServerEnd,
} from './calls/close.ts';
import { convertImage, convertImageView } from './content.ts';
import type { RolloutVerdict } from './detect.ts';
import { convertUserEvent, emitEventPrompt, emitEventReply, emitThoughts } from './messages.ts';
import { convertSearch } from './searches.ts';
import type { Origin, Thread } from './thread.ts';
import {
  convertAbort,
  convertError,
  convertReviewEnd,
  convertReviewStart,
  convertRollback,
  convertSettings,
  convertTokenCount,
  convertTurnEnd,
  convertTurnStart,
} from './turnRecords.ts';

type Handler = (thread: Thread, payload: JsonObject, origin: Origin) => RolloutVerdict;

const handlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['user_message', convertUserEvent],
  [
    'agent_message',
    (thread, payload, origin) => emitEventReply(thread, asText(payload.message) ?? '', origin, { payload }),
  ],
  ['agent_reasoning', convertThought],
  ['agent_reasoning_raw_content', convertThought],
  ['token_count', convertTokenCount],
  ['task_started', convertTurnStart],
  ['turn_started', convertTurnStart],
  ['task_complete', convertTurnEnd],
  ['turn_complete', convertTurnEnd],
  ['turn_aborted', convertAbort],
  ['thread_rolled_back', convertRollback],
  ['error', convertError],
  ['stream_error', convertError],
  ['warning', convertWarning],
  ['guardian_warning', convertWarning],
  ['deprecation_notice', convertWarning],
  ['background_event', convertInfo],
  ['undo_completed', convertInfo],
  ['exec_command_end', (thread, payload, origin) => convertCommandEnd(thread, payload, callId(payload), origin)],
  ['patch_apply_end', (thread, payload, origin) => convertPatchEnd(thread, payload, callId(payload), origin)],
  ['mcp_tool_call_end', (thread, payload, origin) => convertServerEnd(thread, payload, callId(payload), origin)],
  ['dynamic_tool_call_request', convertClientRequest],
  [
    'dynamic_tool_call_response',
    (thread, payload, origin) => convertClientEnd(thread, payload, callId(payload), origin),
  ],
  ['web_search_end', (thread, payload, origin) => convertSearch(thread, payload, 'event', origin)],
  ['image_generation_end', convertImage],
  ['view_image_tool_call', convertImageView],
  ['item_completed', convertCompletedItem],
  ['collab_agent_spawn_end', convertAgentEnd],
  ['collab_agent_interaction_end', convertAgentEnd],
  ['collab_waiting_end', convertAgentEnd],
  ['collab_close_end', convertAgentEnd],
  ['collab_resume_end', convertAgentEnd],
  ['sub_agent_activity', convertAgentEnd],
  ['guardian_assessment', convertAssessment],
  ['entered_review_mode', convertReviewStart],
  ['exited_review_mode', convertReviewEnd],
  ['realtime_conversation_started', convertRealtime],
  ['realtime_conversation_realtime', convertRealtime],
  ['realtime_conversation_closed', convertRealtime],
  ['thread_name_updated', convertName],
  ['thread_goal_updated', convertGoal],
  ['thread_settings_applied', convertSettings],
  ['plan_update', convertPlan],
  ['turn_diff', convertDiff],
  [
    'context_compacted',
    (thread, _, { at, ref }) => {
      thread.compaction.done(thread.sink, at, ref);
      return 'converted';
    },
  ],
]);

/** An `event_msg` record: what the writer showed on the screen. */
export function convertEvent(thread: Thread, payload: JsonObject, origin: Origin): RolloutVerdict {
  const type = asText(payload.type) ?? 'without type';
  const handler = handlers.get(type);
  if (handler !== undefined) return handler(thread, payload, origin);
  thread.sink.unknown({ recordType: `event_msg.${type}`, raw: payload, at: origin.at, ref: origin.ref });
  return 'unknown';
}

function callId(payload: JsonObject): string | undefined {
  return filledText(payload.call_id);
}

function convertThought(thread: Thread, payload: JsonObject, origin: Origin): RolloutVerdict {
  const text = filledText(payload.text);
  return text === undefined ? { ignored: 'repeated_thinking' } : emitThoughts(thread, [text], 'event', origin);
}

function convertAgentEnd(thread: Thread, payload: JsonObject, origin: Origin): RolloutVerdict {
  return convertCollaboration(thread, payload, callId(payload) ?? filledText(payload.event_id), origin);
}

function convertWarning(thread: Thread, payload: JsonObject, { at, ref }: Origin): RolloutVerdict {
  const text = filledText(payload.message) ?? filledText(payload.summary) ?? 'A warning without a message';
  thread.sink.notice({ kind: 'warning', text, at, ref });
  return 'converted';
}

function convertInfo(thread: Thread, payload: JsonObject, { at, ref }: Origin): RolloutVerdict {
  const failed = payload.success === false;
  const stated = filledText(payload.message);
  const text = payload.type === 'undo_completed' ? [`Undo ${failed ? 'failed' : 'completed'}`, stated] : [stated];
  thread.sink.notice({ kind: failed ? 'error' : 'info', text: text.flatMap((each) => each ?? []).join(': '), at, ref });
  return 'converted';
}

/** A guardian assessed a call before it was made. */
function convertAssessment(thread: Thread, payload: JsonObject, { at, ref }: Origin): RolloutVerdict {
  const words = [
    `Guardian: ${filledText(payload.status) ?? 'assessed'}`,
    filledText(payload.risk_level) === undefined ? undefined : `risk ${String(payload.risk_level)}`,
    filledText(payload.rationale),
  ];
  const text = words.flatMap((word) => word ?? []).join(', ');
  const { type: _, ...extensions } = payload;
  const kind = payload.status === 'denied' ? 'warning' : 'info';
  thread.sink.notice({ kind, text, at, ref, nativeCallId: filledText(payload.target_item_id), extensions });
  return 'converted';
}

function convertName(thread: Thread, payload: JsonObject): RolloutVerdict {
  const name = filledText(payload.thread_name);
  if (name !== undefined) thread.facts.title = name;
  return 'converted';
}

function convertGoal(thread: Thread, payload: JsonObject, { at, ref }: Origin): RolloutVerdict {
  const goal = fieldsOf(payload.goal);
  const text = `Goal ${filledText(goal.status) ?? 'updated'}: ${filledText(goal.objective) ?? 'not named'}`;
  thread.facts.goal = goal;
  thread.sink.notice({ kind: 'info', text, at, ref, extensions: { goal } });
  return 'converted';
}

/** The checklist as shown on the screen; usually a call of `update_plan` already contained it. */
function convertPlan(thread: Thread, payload: JsonObject, { at, ref }: Origin): RolloutVerdict {
  const plan = planOf(payload);
  if (plan === undefined) return { dropped: 'malformed-record' };
  const key = JSON.stringify(plan.items);
  if (thread.plans.take(key, 'event') !== undefined) return { ignored: 'repeated_call' };
  thread.sink.plan({ ...plan, at, ref });
  return 'converted';
}

function convertDiff(thread: Thread, payload: JsonObject, { at, ref }: Origin): RolloutVerdict {
  thread.sink.notice({ kind: 'diff', text: asText(payload.unified_diff) ?? '', at, ref });
  return 'converted';
}

/**
 * A conversation by voice: `realtime_conversation_started`, `…_closed`, and `…_realtime` for its events. What was said becomes messages;
 * the rest becomes notices. Pieces of sound and of unfinished texts are kept unchanged, as unknown.
 */
function convertRealtime(thread: Thread, payload: JsonObject, origin: Origin): RolloutVerdict {
  switch (payload.type) {
    case 'realtime_conversation_started':
      return emit(thread, payload, origin, 'Voice conversation started', filledText(payload.version));
    case 'realtime_conversation_closed':
      return emit(thread, payload, origin, 'Voice conversation closed', filledText(payload.reason));
    case 'realtime_conversation_realtime':
      return convertInner(thread, payload, origin);
    default:
      return keepUnknown(thread, payload, origin);
  }
}

/** An event is an object of one key that names its kind. */
function convertInner(thread: Thread, payload: JsonObject, origin: Origin): RolloutVerdict {
  const [kind = '', value] = Object.entries(fieldsOf(payload.payload))[0] ?? [];
  const fields = fieldsOf(value);
  const said = filledText(fields.text) ?? filledText(fields.transcript);
  switch (kind) {
    case 'InputTranscriptDone':
      if (said === undefined) return keepUnknown(thread, payload, origin);
      return emitEventPrompt(thread, { text: said, images: [], locals: [], nativeId: undefined }, origin);
    case 'OutputTranscriptDone':
      if (said === undefined) return keepUnknown(thread, payload, origin);
      return emitEventReply(thread, said, origin, { payload: {} });
    case 'HandoffRequested':
      return emit(thread, payload, origin, 'Handed over to the agent', handedOver(fields));
    case 'Error':
      return emit(thread, payload, origin, 'Voice conversation', asText(value) ?? filledText(fields.message), 'error');
    default:
      return keepUnknown(thread, payload, origin);
  }
}

function handedOver(fields: JsonObject): string | undefined {
  const lines = objectsOf(fields.active_transcript).map(
    ({ role, text }) => `${asText(role) ?? ''}: ${asText(text) ?? ''}`,
  );
  return filledText(fields.input_transcript) ?? filledText(lines.join('\n'));
}

function emit(
  thread: Thread,
  { type: _, ...fields }: JsonObject,
  { at, ref }: Origin,
  what: string,
  more: string | undefined,
  kind: 'info' | 'error' = 'info',
): RolloutVerdict {
  const text = more === undefined ? what : `${what}: ${more}`;
  thread.sink.notice({ kind, text, at, ref, extensions: { realtime: fields } });
  return 'converted';
}

function keepUnknown(thread: Thread, payload: JsonObject, { at, ref }: Origin): RolloutVerdict {
  thread.sink.unknown({ recordType: `event_msg.${asText(payload.type) ?? ''}`, raw: payload, at, ref });
  return 'unknown';
}

/**
 * `item_completed`: what a paginated rollout keeps for the screen. Most items repeat an item of the model or end a call; those caused by a
 * script stand alone.
 */
function convertCompletedItem(thread: Thread, payload: JsonObject, origin: Origin): RolloutVerdict {
  const item = asPersisted(fieldsOf(payload.item));
  const id = filledText(item.id);
  switch (asText(item.type)) {
    case 'UserMessage':
      return emitEventPrompt(thread, readUserMessage(item, id), origin);
    case 'AgentMessage':
      return emitReplies(thread, item, origin, id);
    case 'Plan':
      return emitEventReply(thread, asText(item.text) ?? '', origin, {
        nativeId: id,
        payload: { ...item, proposed_plan: true },
      });
    case 'Reasoning':
      return emitThoughts(thread, [...wordsIn(item.summary_text), ...wordsIn(item.raw_content)], 'event', origin, id);
    case 'CommandExecution':
      return convertCommandEnd(thread, item, id, origin, payload);
    case 'FileChange':
      return convertPatchEnd(thread, item, id, origin, payload);
    case 'McpToolCall':
      return convertServerEnd(thread, item, id, origin, payload);
    case 'DynamicToolCall':
      return convertClientEnd(thread, item, id, origin, payload);
    case 'FunctionCallOutput':
      return closeModelCall(thread, { ...item, call_id: item.call_id ?? id }, origin);
    case 'CollabAgentToolCall':
    case 'SubAgentActivity':
      return convertCollaboration(thread, item, id, origin);
    case 'WebSearch':
      return convertSearch(thread, item, 'event', origin, payload);
    case 'ImageView':
      return convertImageView(thread, item, origin);
    case 'ImageGeneration':
      return convertImage(thread, item, origin);
    case 'Sleep':
      return emitSleep(thread, item, origin);
    case 'Extension':
      return convertExtension(thread, item, payload, origin);
    case 'ContextCompaction':
      thread.compaction.done(thread.sink, origin.at, origin.ref);
      return 'converted';
    case 'HookPrompt':
      return emitHook(thread, item, origin);
    default:
      thread.sink.unknown({
        recordType: `item_completed.${textOf(item.type)}`,
        raw: payload,
        at: origin.at,
        ref: origin.ref,
      });
      return 'unknown';
  }
}

/**
 * An item in the spelling of rollouts. Programs that drive Codex through its server write types and fields in camel case: `mcpToolCall`
 * with `durationMs`. Extensions always spell their fields that way.
 */
function asPersisted(item: JsonObject): JsonObject {
  const type = asText(item.type) ?? '';
  if (!/^[a-z]/.test(type) && type !== 'Extension') return item;
  const entries = Object.entries(item).map(([name, value]) => [snakeCase(name), value] as const);
  return { ...Object.fromEntries(entries), type: type.charAt(0).toUpperCase() + type.slice(1) };
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Tools that come as extensions; each has items of its own kind, `<extension>.<item>`. */
function convertExtension(thread: Thread, item: JsonObject, payload: JsonObject, origin: Origin): RolloutVerdict {
  const kind = asText(item.kind) ?? '';
  if (kind.startsWith('clock.')) return emitSleep(thread, item, origin);
  if (kind.startsWith('image_gen.')) return convertImage(thread, item, origin);
  if (kind.startsWith('web.') || item.action !== undefined)
    return convertSearch(thread, item, 'event', origin, payload);
  return emitExtension(thread, item, kind, payload, origin);
}

/** An extension that is not known by name: its stated outcome, with the whole item. */
function emitExtension(
  thread: Thread,
  item: JsonObject,
  kind: string,
  { completed_at_ms }: JsonObject,
  { at, ref }: Origin,
): RolloutVerdict {
  const { type: _, kind: __, id, ...fields } = item;
  const stated =
    filledText(item.text) ?? filledText(item.message) ?? filledText(item.summary) ?? filledText(item.query);
  const state = filledText(item.status);
  const name = kind === '' ? 'Extension' : `Extension ${kind}`;
  thread.sink.notice({
    kind: state === 'failed' ? 'error' : 'info',
    text: [name, state, stated].flatMap((each) => each ?? []).join(': '),
    at: asNumber(completed_at_ms) ?? at,
    ref,
    nativeId: filledText(id),
    extensions: { extension: { kind, ...fields } },
  });
  return 'converted';
}

function readUserMessage(item: JsonObject, nativeId: string | undefined): Parameters<typeof emitEventPrompt>[1] {
  const parts = objectsOf(item.content);
  const locals = parts.flatMap((part) => (part.image_url === undefined ? (filledText(part.path) ?? []) : []));
  const images = parts.flatMap((part) => filledText(part.image_url) ?? []);
  return { text: parts.flatMap((part) => asText(part.text) ?? []).join(''), images, locals, nativeId };
}

/** The model's item has its text part by part, and so does this one. */
function emitReplies(thread: Thread, item: JsonObject, origin: Origin, nativeId: string | undefined): RolloutVerdict {
  const verdicts = objectsOf(item.content).map((part) =>
    emitEventReply(thread, asText(part.text) ?? '', origin, { nativeId, payload: item }),
  );
  return verdicts.find((verdict) => verdict === 'converted') ?? { ignored: 'repeated_message' };
}

function wordsIn(texts: unknown): string[] {
  return asList(texts).flatMap((text) => filledText(text) ?? []);
}

function emitSleep(thread: Thread, item: JsonObject, { at, ref }: Origin): RolloutVerdict {
  const durationMs = asNumber(item.duration_ms);
  const text = durationMs === undefined ? 'The agent slept' : `The agent slept for ${durationMs / 1000} s`;
  thread.sink.notice({ kind: 'info', text, at, ref, durationMs, nativeId: filledText(item.id) });
  return 'converted';
}

function emitHook(thread: Thread, item: JsonObject, { at, ref }: Origin): RolloutVerdict {
  const text = objectsOf(item.fragments)
    .flatMap((fragment) => asText(fragment.text) ?? [])
    .join('\n');
  thread.sink.message({ role: 'user', origin: 'hook', text, at, ref, nativeId: filledText(item.id) });
  return 'converted';
}
