import { type SourceRef, toMillis } from '../../session/index.ts';
import type { Assembly, SessionSink, SubSessionSink } from '../assembly.ts';
import type { Converter, SourceOutline } from '../contract.ts';
import { asObject, asText, fieldsOf, filledText, type JsonObject } from '../read/jsonObject.ts';
import { convertAgentMessage } from './agents.ts';
import { closeModelCall, closeToolSearch } from './calls/close.ts';
import { openCustomCall, openFunctionCall, openLocalShellCall, openToolSearch } from './calls/open.ts';
import { convertImage } from './content.ts';
import { emitContext, emitNewContexts } from './context.ts';
import { describeSession, describeSubSession, emitRest, emitTokens } from './describe.ts';
import type { IgnoreReason, RolloutVerdict } from './detect.ts';
import { convertEvent } from './events.ts';
import { isSpawned, readThreadHeader, type ThreadHeader } from './header.ts';
import { convertMessage, convertReasoning } from './messages.ts';
import { type RolloutLine, readRolloutLine } from './records.ts';
import { convertSearch } from './searches.ts';
import { createThread, type Origin, type Thread } from './thread.ts';
import { convertTurnContext, convertUsageRecord } from './turnRecords.ts';

type Handler = (thread: Thread, payload: JsonObject, origin: Origin) => RolloutVerdict;

const handlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['message', convertMessage],
  ['reasoning', convertReasoning],
  ['function_call', openFunctionCall],
  ['function_call_output', closeModelCall],
  ['custom_tool_call', openCustomCall],
  ['custom_tool_call_output', closeModelCall],
  ['local_shell_call', openLocalShellCall],
  ['local_shell_call_output', closeModelCall],
  ['tool_search_call', openToolSearch],
  ['tool_search_output', closeToolSearch],
  ['web_search_call', (thread, payload, origin) => convertSearch(thread, payload, 'item', origin)],
  ['image_generation_call', convertImage],
  ['agent_message', (thread, payload, origin) => convertAgentMessage(thread, payload, 'item', origin)],
  ['ghost_snapshot', convertSnapshot],
  ['compaction', () => ({ ignored: 'encrypted_context' })],
  ['compaction_summary', () => ({ ignored: 'encrypted_context' })],
  ['context_compaction', () => ({ ignored: 'encrypted_context' })],
  ['additional_tools', () => ({ ignored: 'tool_definitions' })],
]);

/** An item of the model's conversation, with or without an envelope. */
function convertItem(thread: Thread, type: string, payload: JsonObject, origin: Origin): RolloutVerdict {
  const handler = handlers.get(type);
  if (handler !== undefined) return handler(thread, payload, origin);
  thread.sink.unknown({ recordType: `response_item.${type}`, raw: payload, at: origin.at, ref: origin.ref });
  return 'unknown';
}

/** A commit of the working tree, made so that a turn can be undone. */
function convertSnapshot(thread: Thread, payload: JsonObject, { at, ref }: Origin): RolloutVerdict {
  const commit = fieldsOf(payload.ghost_commit);
  const id = filledText(commit.id) ?? asText(payload.id) ?? 'unknown';
  thread.sink.notice({
    kind: 'info',
    text: `The working tree was saved as commit ${id}`,
    at,
    ref,
    extensions: { ghost_commit: commit },
  });
  return 'converted';
}

/** No call takes this long to run; a person may take longer, but then answers. */
const PAUSE_MS = 3_600_000;

/** Records that may stand between the parts of a compaction. */
const withinCompaction: ReadonlySet<string> = new Set([
  'turn_context',
  'world_state',
  'session_meta',
  'token_usage_record',
  'token_count',
  'context_compacted',
]);

/** Converts a record that is the thread's own. */
function convertLine(thread: Thread, line: RolloutLine, raw: unknown, origin: Origin): RolloutVerdict {
  const { sink, facts } = thread;
  const { at, ref } = origin;
  if (line.is === 'state') return { ignored: 'state_marker' };
  if (line.is === 'header') return { ignored: 'repeated_header' };
  if (line.is === 'bare') return convertItem(thread, line.type, line.payload, origin);
  if (line.is === 'foreign') {
    sink.unknown({ recordType: 'without type', raw, ref });
    return 'unknown';
  }
  if (at !== undefined) {
    if (isPause(facts.lastAt, at)) facts.pausedAt = facts.lastAt;
    facts.lastAt = at;
  }
  if (!standsInCompaction(line.type, line.payload)) thread.compaction.settle(sink, ref);
  return convertEnveloped(thread, line.type, line.payload, origin);
}

/** Whether Codex was probably not running between two records. */
function isPause(before: string | undefined, now: string): boolean {
  // Most records follow within the same hour by the clock.
  if (before === undefined || before.startsWith(now.slice(0, 'YYYY-MM-DDTHH'.length))) return false;
  const [from, to] = [toMillis(before), toMillis(now)];
  return from !== undefined && to !== undefined && to - from > PAUSE_MS;
}

function standsInCompaction(type: string, payload: JsonObject): boolean {
  if (type !== 'event_msg') return withinCompaction.has(type);
  return withinCompaction.has(asText(payload.type) ?? '') || asObject(payload.item)?.type === 'ContextCompaction';
}

function convertEnveloped(thread: Thread, type: string, payload: JsonObject, origin: Origin): RolloutVerdict {
  const { at, ref } = origin;
  switch (type) {
    case 'session_meta':
      return { ignored: 'repeated_header' };
    case 'response_item':
      return convertItem(thread, asText(payload.type) ?? 'without type', payload, origin);
    case 'event_msg':
      return convertEvent(thread, payload, origin);
    case 'turn_context':
      return convertTurnContext(thread, payload, origin);
    case 'compacted':
      thread.compaction.begin(payload, at, ref);
      emitNewContexts(thread, payload.replacement_history, origin);
      return 'converted';
    case 'token_usage_record':
      return convertUsageRecord(thread, payload, origin);
    case 'inter_agent_communication':
      return convertAgentMessage(thread, payload, 'event', origin);
    case 'inter_agent_communication_metadata':
      return { ignored: 'delivery_flag' };
    case 'world_state':
      return { ignored: 'world_state' };
    default:
      thread.sink.unknown({ recordType: type, raw: payload, at, ref });
      return 'unknown';
  }
}

/** Takes from a copied record only what the thread's own records continue from. */
function skipLine(thread: Thread, { type, payload }: Extract<RolloutLine, { is: 'enveloped' }>): void {
  if (type === 'turn_context') thread.settings.skip(payload);
  const info = payload.type === 'token_count' ? asObject(payload.info) : undefined;
  const total = asObject(info?.total_token_usage);
  if (total !== undefined) thread.tokens.skip(total);
}

/** A thread and its place in the session: a session of its own, or a run within one. */
interface OpenThread {
  thread: Thread;
  /** Unique in the source. */
  id: string;
  /** Key of the session. */
  key: string;
  is: { session: SessionSink } | { sub: SubSessionSink };
  parent: OpenThread | undefined;
}

/**
 * Converts the files of a source one after the other. If the first one is the root thread, the others are agents that it started, directly
 * or indirectly; without the root, each agent with a missing parent becomes a session. History copied from a thread is left out if that
 * thread is in this source or in an older one.
 */
export function createConverter(
  assembly: Assembly,
  { knownRecords = new Map() }: Pick<SourceOutline, 'knownRecords'> = {},
): Converter<unknown, IgnoreReason> {
  const files = new Map<number, OpenThread>();
  const byThread = new Map<string, OpenThread>();
  let current: { source: number; open: OpenThread } | undefined;

  const openThread = (source: number, line: RolloutLine): OpenThread => {
    const header = readThreadHeader(headerOf(line) ?? {});
    const id = freeId(header.threadId ?? `file-${source + 1}`, byThread);
    const parent = parentOf(header, byThread, files.values().next().value);
    const opened = parent === undefined ? openSession(id, header) : openAgent(id, header, parent);
    byThread.set(id, opened);
    files.set(source, opened);
    return opened;
  };

  const openSession = (id: string, header: ThreadHeader): OpenThread => {
    const session = assembly.session(id);
    return { thread: createThread(header, session), id, key: id, is: { session }, parent: undefined };
  };

  const openAgent = (id: string, header: ThreadHeader, parent: OpenThread): OpenThread => {
    const sub = assembly.session(parent.key).subSession(id);
    return { thread: createThread(header, sub), id, key: parent.key, is: { sub }, parent };
  };

  /** The thread of a file, and whether this record is its header. */
  const enter = (ref: SourceRef, line: RolloutLine): { open: OpenThread; begins: boolean } => {
    if (current?.source === ref.source) return { open: current.open, begins: false };
    const known = files.get(ref.source);
    const open = known ?? openThread(ref.source, line);
    // Records are accounted to the session requested last.
    assembly.session(open.key);
    current = { source: ref.source, open };
    return { open, begins: known === undefined && headerOf(line) !== undefined };
  };

  const aboveOf = ({ thread, key, parent }: OpenThread): OpenThread | undefined => {
    const named = byThread.get(thread.header.parentId ?? '');
    return named?.key === key ? named : parent;
  };

  const describe = (open: OpenThread): void => {
    const { thread, is } = open;
    if ('session' in is) {
      describeSession(thread, is.session);
      return;
    }
    const above = aboveOf(open);
    describeSubSession(thread, is.sub, above?.thread, above !== undefined && 'sub' in above.is ? above.id : undefined);
  };

  const isWrittenElsewhere = ({ thread, parent }: OpenThread): boolean => {
    const { copied, header } = thread;
    const from = copied.copiedFrom ?? header.forkedFromId ?? header.parentId;
    return parent !== undefined || (from !== undefined && (byThread.has(from) || knownRecords.has(from)));
  };

  return {
    record(raw, ref): RolloutVerdict {
      const line = readRolloutLine(raw);
      const { open, begins } = enter(ref, line);
      const { thread } = open;
      const at = line.is === 'enveloped' ? line.at : undefined;
      if (begins) return emitHeader(thread, open.parent?.thread.header, { at, ref });
      if (line.is !== 'enveloped' || !thread.copied.isCopy(line)) return convertLine(thread, line, raw, { at, ref });
      if (isWrittenElsewhere(open)) {
        skipLine(thread, line);
        return { ignored: 'copied_history' };
      }
      const verdict = convertLine(thread, line, raw, { at, ref });
      // The task of an agent comes after what it inherited.
      delete thread.facts.task;
      return verdict;
    },
    describe() {
      for (const open of files.values()) describe(open);
    },
    end() {
      for (const open of files.values()) {
        emitRest(open.thread);
        if ('sub' in open.is) emitTokens(open.thread, aboveOf(open)?.thread);
        describe(open);
      }
    },
  };
}

function headerOf(line: RolloutLine): Readonly<Record<string, unknown>> | undefined {
  if (line.is === 'header') return line.payload;
  return line.is === 'enveloped' && line.type === 'session_meta' ? line.payload : undefined;
}

/** Two files may hold the same thread. */
function freeId(wanted: string, taken: ReadonlyMap<string, unknown>): string {
  let id = wanted;
  for (let copy = 2; taken.has(id); copy += 1) id = `${wanted}#${copy}`;
  return id;
}

/** The thread that started this one, if its file came before; else the root, if the source has it. */
function parentOf(
  header: ThreadHeader,
  known: ReadonlyMap<string, OpenThread>,
  first: OpenThread | undefined,
): OpenThread | undefined {
  const parent = header.parentId === undefined ? undefined : known.get(header.parentId);
  if (parent !== undefined) return parent;
  return first !== undefined && !isSpawned(first.thread.header) ? first : undefined;
}

/** Emits the system prompt, unless it is the parent's. The person's instructions are held back, because a message usually contains them. */
function emitHeader(thread: Thread, above: ThreadHeader | undefined, origin: Origin): RolloutVerdict {
  const { baseInstructions } = thread.header;
  if (baseInstructions !== undefined && baseInstructions !== above?.baseInstructions)
    emitContext(thread, baseInstructions, origin, { role: 'system', origin: 'system' });
  return 'converted';
}
