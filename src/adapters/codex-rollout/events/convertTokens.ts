import type { TokenUsage } from '../../../session/index.ts';
import type { RolloutVerdict } from '../descriptor.ts';
import { asNumber, asObject, asWords, type Fields } from '../narrow.ts';
import type { Origin, Thread } from '../thread.ts';

/** `token_count`: the running total of the thread, the last response, the rate limits. */
export function convertTokenCount(thread: Thread, payload: Fields, origin: Origin): RolloutVerdict {
  const limits = asObject(payload.rate_limits);
  if (limits !== undefined) thread.facts.rateLimits = limits;
  const info = asObject(payload.info);
  if (info === undefined) return { ignored: 'no_tokens' };
  const window = asNumber(info.model_context_window);
  if (window !== undefined) thread.facts.contextWindow = window;
  const total = asObject(info.total_token_usage);
  const last = asObject(info.last_token_usage);
  if (total === undefined && last === undefined) {
    thread.sink.unknown({ recordType: 'event_msg.token_count', raw: payload, at: origin.at, ref: origin.ref });
    return 'unknown';
  }
  thread.compaction.noteTokens(last);
  return tell(thread, total === undefined ? thread.tokens.add(last ?? {}) : thread.tokens.count(total), origin);
}

/** `token_usage_record`: the tokens of one response, and in newer logs the running total of the thread. */
export function convertUsageRecord(thread: Thread, payload: Fields, origin: Origin): RolloutVerdict {
  const usage = asObject(payload.usage);
  const total = asObject(payload.thread_token_usage);
  if (usage === undefined && total === undefined) return { dropped: 'malformed-record' };
  thread.compaction.noteTokens(usage);
  const added = total === undefined ? thread.tokens.add(usage ?? {}) : thread.tokens.count(total);
  return tell(thread, added, origin, asWords(payload.response_id));
}

function tell(thread: Thread, usage: TokenUsage | undefined, { at, ref }: Origin, nativeId?: string): RolloutVerdict {
  if (usage === undefined) return { ignored: 'repeated_tokens' };
  if (usage.total !== undefined) thread.facts.tokensUsed = (thread.facts.tokensUsed ?? 0) + usage.total;
  thread.sink.usage({ usage, model: thread.settings.model, at, ref, nativeId });
  return 'converted';
}
