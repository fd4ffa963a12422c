import { toMillis } from '../../session/index.ts';
import { convertLetter } from './agents/convertLetter.ts';
import { convertItem } from './convertItem.ts';
import type { RolloutVerdict } from './descriptor.ts';
import { convertEvent } from './events/convertEvent.ts';
import { convertTurnContext } from './events/convertSettings.ts';
import { convertUsageRecord } from './events/convertTokens.ts';
import { tellNewContexts } from './messages/tellContext.ts';
import { asObject, asText, type Fields } from './narrow.ts';
import type { RolloutLine } from './rolloutLine.ts';
import type { Origin, Thread } from './thread.ts';

/** No call waits as long as that for what it runs; a person may, but answers then. */
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
export function convertLine(thread: Thread, line: RolloutLine, raw: unknown, origin: Origin): RolloutVerdict {
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

/** Whether Codex was hardly running between two records. */
function isPause(before: string | undefined, now: string): boolean {
  // Most records follow within the hour on the clock.
  if (before === undefined || before.startsWith(now.slice(0, 'YYYY-MM-DDTHH'.length))) return false;
  const [from, to] = [toMillis(before), toMillis(now)];
  return from !== undefined && to !== undefined && to - from > PAUSE_MS;
}

function standsInCompaction(type: string, payload: Fields): boolean {
  if (type !== 'event_msg') return withinCompaction.has(type);
  return withinCompaction.has(asText(payload.type) ?? '') || asObject(payload.item)?.type === 'ContextCompaction';
}

function convertEnveloped(thread: Thread, type: string, payload: Fields, origin: Origin): RolloutVerdict {
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
      tellNewContexts(thread, payload.replacement_history, origin);
      return 'converted';
    case 'token_usage_record':
      return convertUsageRecord(thread, payload, origin);
    case 'inter_agent_communication':
      return convertLetter(thread, payload, 'event', origin);
    case 'inter_agent_communication_metadata':
      return { ignored: 'delivery_flag' };
    case 'world_state':
      return { ignored: 'world_state' };
    default:
      thread.sink.unknown({ recordType: type, raw: payload, at, ref });
      return 'unknown';
  }
}

/** Takes from a copied record only what the thread's own records go on from. */
export function skipLine(thread: Thread, { type, payload }: Extract<RolloutLine, { is: 'enveloped' }>): void {
  if (type === 'turn_context') thread.settings.skip(payload);
  const info = payload.type === 'token_count' ? asObject(payload.info) : undefined;
  const total = asObject(info?.total_token_usage);
  if (total !== undefined) thread.tokens.skip(total);
}
