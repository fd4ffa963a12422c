import { type JsonObject, objectsOf } from '../json/values.ts';
import { toMillis } from '../toMillis.ts';

/** When the first call of a run that has a time began, in milliseconds since 1970. */
export function firstCallMs({ tool_calls }: JsonObject): number | undefined {
  for (const { started_at } of objectsOf(tool_calls)) {
    const ms = typeof started_at === 'string' ? toMillis(started_at) : undefined;
    if (ms !== undefined) return ms;
  }
  return undefined;
}
