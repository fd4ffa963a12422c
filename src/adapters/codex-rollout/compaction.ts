import type { SourceRef } from '../../session/index.ts';
import type { ItemSink } from '../assembly.ts';
import { asList, asNumber, asWords, type Fields } from './narrow.ts';

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
  noteTokens(last: Fields | undefined): void;
  /** `compacted`: the history was replaced. */
  begin(payload: Fields, at: string | undefined, ref: SourceRef): void;
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
        text: asWords(payload.message),
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
