import { objectsOf } from '../../session/internal.ts';
import { textOf } from '../read/jsonObject.ts';
import { convertCollaboration } from './agents.ts';
import {
  closeModelCall,
  convertClientEnd,
  convertCommandEnd,
  convertPatchEnd,
  convertServerEnd,
} from './calls/close.ts';
import { convertImage, convertImageView } from './content.ts';
import type { RolloutVerdict } from './detect.ts';
import { emitEventPrompt, emitEventReply, emitThoughts } from './messages.ts';
import { asList, asNumber, asObject, asText, asWords, type Fields } from './narrow.ts';
import { convertSearch } from './searches.ts';
import type { Origin, Thread } from './thread.ts';

/**
 * `item_completed`: what a paginated rollout keeps for the screen. Most items repeat an item of the model or end a call; those caused by a
 * script stand alone.
 */
export function convertCompletedItem(thread: Thread, payload: Fields, origin: Origin): RolloutVerdict {
  const item = asPersisted(asObject(payload.item) ?? {});
  const id = asWords(item.id);
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
function asPersisted(item: Fields): Fields {
  const type = asText(item.type) ?? '';
  if (!/^[a-z]/.test(type) && type !== 'Extension') return item;
  const entries = Object.entries(item).map(([name, value]) => [snakeCase(name), value] as const);
  return { ...Object.fromEntries(entries), type: type.charAt(0).toUpperCase() + type.slice(1) };
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Tools that come as extensions; each has items of its own kind, `<extension>.<item>`. */
function convertExtension(thread: Thread, item: Fields, payload: Fields, origin: Origin): RolloutVerdict {
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
  item: Fields,
  kind: string,
  { completed_at_ms }: Fields,
  { at, ref }: Origin,
): RolloutVerdict {
  const { type: _, kind: __, id, ...fields } = item;
  const stated = asWords(item.text) ?? asWords(item.message) ?? asWords(item.summary) ?? asWords(item.query);
  const state = asWords(item.status);
  const name = kind === '' ? 'Extension' : `Extension ${kind}`;
  thread.sink.notice({
    kind: state === 'failed' ? 'error' : 'info',
    text: [name, state, stated].flatMap((each) => each ?? []).join(': '),
    at: asNumber(completed_at_ms) ?? at,
    ref,
    nativeId: asWords(id),
    extensions: { extension: { kind, ...fields } },
  });
  return 'converted';
}

function readUserMessage(item: Fields, nativeId: string | undefined): Parameters<typeof emitEventPrompt>[1] {
  const parts = objectsOf(item.content);
  const locals = parts.flatMap((part) => (part.image_url === undefined ? (asWords(part.path) ?? []) : []));
  const images = parts.flatMap((part) => asWords(part.image_url) ?? []);
  return { text: parts.flatMap((part) => asText(part.text) ?? []).join(''), images, locals, nativeId };
}

/** The model's item has its text part by part, and so does this one. */
function emitReplies(thread: Thread, item: Fields, origin: Origin, nativeId: string | undefined): RolloutVerdict {
  const verdicts = objectsOf(item.content).map((part) =>
    emitEventReply(thread, asText(part.text) ?? '', origin, { nativeId, payload: item }),
  );
  return verdicts.find((verdict) => verdict === 'converted') ?? { ignored: 'repeated_message' };
}

function wordsIn(texts: unknown): string[] {
  return asList(texts).flatMap((text) => asWords(text) ?? []);
}

function emitSleep(thread: Thread, item: Fields, { at, ref }: Origin): RolloutVerdict {
  const durationMs = asNumber(item.duration_ms);
  const text = durationMs === undefined ? 'The agent slept' : `The agent slept for ${durationMs / 1000} s`;
  thread.sink.notice({ kind: 'info', text, at, ref, durationMs, nativeId: asWords(item.id) });
  return 'converted';
}

function emitHook(thread: Thread, item: Fields, { at, ref }: Origin): RolloutVerdict {
  const text = objectsOf(item.fragments)
    .flatMap((fragment) => asText(fragment.text) ?? [])
    .join('\n');
  thread.sink.message({ role: 'user', origin: 'hook', text, at, ref, nativeId: asWords(item.id) });
  return 'converted';
}
