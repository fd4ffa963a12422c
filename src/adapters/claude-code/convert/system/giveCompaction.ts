import { field, type JsonObject } from '../../../read/jsonObject.ts';
import type { Place } from '../../conversation.ts';
import type { Run } from '../../run.ts';
import { positiveNumber } from './positiveNumber.ts';

/** The context was made smaller: a notice with its tokens before and after, where the record tells both. */
export function giveCompaction(run: Run, metadata: JsonObject, text: string, place: Place): void {
  const before = positiveNumber(metadata, 'preTokens');
  const saved = positiveNumber(metadata, 'tokensSaved');
  const left = before === undefined || saved === undefined ? undefined : Math.max(0, before - saved);
  const trigger = field.text(metadata, 'trigger');
  run.notice({
    ...place,
    kind: 'compaction',
    text,
    tokensBefore: before,
    tokensAfter: positiveNumber(metadata, 'postTokens') ?? left,
    durationMs: positiveNumber(metadata, 'durationMs'),
    extensions: trigger === undefined ? undefined : { trigger },
  });
}
