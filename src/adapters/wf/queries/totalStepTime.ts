import { field, isJsonObject } from '../../read/jsonObject.ts';

/** How long all steps of a log took together, in seconds; steps without a duration do not count. */
export function totalStepTime(log: Iterable<unknown>): number {
  let seconds = 0;
  for (const record of log) seconds += isJsonObject(record) ? (field.number(record, 'duration') ?? 0) : 0;
  return seconds;
}
