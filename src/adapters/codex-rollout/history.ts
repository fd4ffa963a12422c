import { type SourceRef, toMillis } from '../../session/index.ts';
import type { ItemSink } from '../assembly.ts';
import { asList, asNumber, asObject, asText, filledText, type JsonObject } from '../read/jsonObject.ts';
import { uuidTime } from '../recordTimes.ts';
import type { ThreadHeader } from './header.ts';
import type { RolloutLine } from './records.ts';

type Enveloped = Extract<RolloutLine, { is: 'enveloped' }>;

/** Copies are written at once, within fractions of a millisecond; without better evidence, a pause of this many milliseconds ends them. */
const PAUSE_MS = 250;

/** Separates the copied beginning of a forked or spawned thread from what the thread did itself. */
export interface CopiedHistory {
  /** Whether the record is a copy of one in the parent's file. Called once per record, in order. */
  isCopy(line: Enveloped): boolean;
  /** The source's own id of the last copy that has one. */
  readonly lastId: string | undefined;
  /** The id of the thread copied from: the first header id that is not the thread's own. */
  readonly copiedFrom: string | undefined;
}

/**
 * Evidence in order of trust: the ordinal at which the thread's own history starts, in newer headers; the writer's mark on inherited
 * messages; the time in a turn's id; a record time before the thread was created; the first pause after a copied header.
 */
export function createCopiedHistory(header: ThreadHeader): CopiedHistory {
  const createdMs = toMillis(header.createdAt);
  let copying = false;
  let previousMs: number | undefined;
  let lastId: string | undefined;
  let copiedFrom: string | undefined;

  const isCopy = (line: Enveloped): boolean => {
    if (header.historyStart !== undefined && line.ordinal !== undefined) return line.ordinal < header.historyStart;
    if (line.metadata?.inherited_user_message === true) return true;
    if (line.type === 'session_meta') {
      const id = filledText(line.payload.id);
      if (id !== undefined && header.threadId !== undefined && id !== header.threadId) {
        copiedFrom ??= id;
        copying = true;
        previousMs = toMillis(line.at);
        return true;
      }
    }
    if (!copying) return false;
    copying = stillCopying(line);
    return copying;
  };

  const stillCopying = (line: Enveloped): boolean => {
    const turnMs = uuidTime(turnIdOf(line.payload));
    if (turnMs !== undefined && createdMs !== undefined) return turnMs < createdMs;
    const ms = toMillis(line.at);
    if (ms === undefined) return false;
    if (createdMs !== undefined && ms < createdMs) return true;
    const paused = previousMs !== undefined && ms - previousMs > PAUSE_MS;
    previousMs = ms;
    return !paused;
  };

  return {
    isCopy(line) {
      const copy = isCopy(line);
      if (copy)
        lastId = filledText(line.payload.call_id) ?? filledText(line.payload.id) ?? turnIdOf(line.payload) ?? lastId;
      return copy;
    },
    get lastId() {
      return lastId;
    },
    get copiedFrom() {
      return copiedFrom;
    },
  };
}

function turnIdOf(payload: JsonObject): string | undefined {
  const passed = asObject(payload.internal_chat_message_metadata_passthrough) ?? asObject(payload.metadata);
  return asText(payload.turn_id) ?? asText(passed?.turn_id);
}

interface Pending {
  at: string | undefined;
  ref: SourceRef;
  text: string | undefined;
  before: number | undefined;
  after: number | undefined;
  extensions: Record<string, unknown>;
}

/**
 * Combines the records of a compaction into one notice: the new history, the token count after it, the mark that it is done. The notice
 * takes the position of the last of them.
 */
export interface CompactionLog {
  /** Size of the context at the last response, in tokens. */
  noteTokens(last: JsonObject | undefined): void;
  /** `compacted`: the history was replaced. */
  begin(payload: JsonObject, at: string | undefined, ref: SourceRef): void;
  /** `context_compacted`: emits the notice. */
  done(sink: ItemSink, at: string | undefined, ref: SourceRef): void;
  /** Emits the notice if no mark followed: something else begins at `ref`, or the log ends. */
  settle(sink: ItemSink, ref: SourceRef | undefined): void;
}

export function createCompactionLog(): CompactionLog {
  let contextTokens: number | undefined;
  let pending: Pending | undefined;

  const emit = (sink: ItemSink, { at, text, before, after, extensions }: Pending, ref: SourceRef | undefined): void => {
    pending = undefined;
    sink.notice({
      kind: 'compaction',
      text: text ?? 'The context was compacted.',
      at,
      ref,
      tokensBefore: before,
      tokensAfter: after,
      extensions,
    });
  };

  return {
    noteTokens(last) {
      const total = asNumber(last?.total_tokens);
      if (total === undefined) return;
      contextTokens = total;
      if (pending !== undefined) pending.after = total;
    },
    begin(payload, at, ref) {
      const kept = ['window_id', 'window_number', 'previous_window_id', 'first_window_id'] as const;
      const windows = kept.flatMap((name) => (payload[name] == null ? [] : [[name, payload[name]] as const]));
      const history = asList(payload.replacement_history);
      pending = {
        at,
        ref,
        text: filledText(payload.message),
        before: contextTokens,
        after: undefined,
        extensions: Object.fromEntries([...windows, ['replacement_items', history.length] as const]),
      };
    },
    done(sink, at, ref) {
      if (pending !== undefined) emit(sink, pending, ref);
      else
        sink.notice({ kind: 'compaction', text: 'The context was compacted.', at, ref, tokensBefore: contextTokens });
    },
    settle(sink, ref) {
      if (pending !== undefined) emit(sink, pending, ref === undefined ? undefined : pending.ref);
    },
  };
}
