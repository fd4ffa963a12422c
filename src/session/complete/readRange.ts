import { isJsonObject, isStringList, textOf } from '../json/values.ts';

/** The calls that an annotation speaks of, as files write them: from one to another, or one by one. */
export type CallRange = { is: 'range'; start: string; end: string } | { is: 'list'; ids: readonly string[] };

/**
 * Reads the range of an annotation: `{start_call_id, end_call_id}`, `{start, end}`, one id, `[start, end]`, or a list
 * of three ids and more. Undefined where it is none of these.
 */
export function readRange(value: unknown): CallRange | undefined {
  if (isJsonObject(value)) {
    const start = textOf(value.start_call_id) ?? textOf(value.start);
    return span(start, textOf(value.end_call_id) ?? textOf(value.end) ?? start);
  }
  const ids = typeof value === 'string' ? [value] : value;
  if (!isStringList(ids)) return undefined;
  return ids.length > 2 ? { is: 'list', ids } : span(ids[0], ids.at(-1));
}

function span(start: string | undefined, end: string | undefined): CallRange | undefined {
  return start === undefined || end === undefined ? undefined : { is: 'range', start, end };
}
