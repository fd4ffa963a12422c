import { field, isJsonObject, type JsonObject } from '../../../read/jsonObject.ts';
import type { Place } from '../../conversation.ts';
import { counted } from '../../results/counted.ts';
import type { Run } from '../../run.ts';
import { positiveNumber } from './positiveNumber.ts';
import { remainingFields } from './remainingFields.ts';

const more = remainingFields('hookCount', 'hookErrors', 'hookAdditionalContext', 'hasOutput', 'stopReason');

/** The hooks that ran when the agent stopped, and what they said. */
export function giveStopHooks(run: Run, record: JsonObject, place: Place): void {
  const infos = field.objects(record, 'hookInfos');
  const stopReason = field.text(record, 'stopReason') ?? '';
  const durations = infos.flatMap((info) => positiveNumber(info, 'durationMs') ?? []);
  run.notice({
    ...place,
    kind: 'hook',
    text: [
      `Stop: ${counted(field.number(record, 'hookCount') ?? infos.length, 'hook')} ran`,
      ...infos.map((info) => field.text(info, 'command') ?? 'a hook'),
      ...textsOf(record, 'hookErrors'),
      ...textsOf(record, 'hookAdditionalContext'),
      ...(stopReason === '' ? [] : [stopReason]),
    ].join('\n'),
    durationMs: durations.length === 0 ? undefined : durations.reduce((sum, each) => sum + each, 0),
    ...more(record),
  });
}

function textsOf(record: JsonObject, key: string): string[] {
  return field.list(record, key).flatMap((each) => {
    if (typeof each === 'string') return [each];
    return isJsonObject(each) ? [JSON.stringify(each)] : [];
  });
}
