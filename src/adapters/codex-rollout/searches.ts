import { objectsOf } from '../../session/internal.ts';
import type { CallResult } from '../assembly.ts';
import { asList, asNumber, asText, fieldsOf, filledText, type JsonObject } from '../read/jsonObject.ts';
import type { RolloutVerdict } from './detect.ts';
import type { DuplicateSide, Origin, Thread } from './thread.ts';

/**
 * A web search: an item of the model (`web_search_call`), an event (`web_search_end`) or a completed item. In many logs the item has no id,
 * so the two are joined by the query.
 */
export function convertSearch(
  thread: Thread,
  payload: JsonObject,
  side: DuplicateSide,
  { at, ref }: Origin,
  times: JsonObject = {},
): RolloutVerdict {
  const action = fieldsOf(payload.action);
  const key = keyOf(action, payload.query);
  const results = objectsOf(payload.results);
  const nativeId = filledText(payload.call_id) ?? filledText(payload.id);
  const stated = thread.searches.take(key, side);
  if (stated !== undefined) {
    if (results.length === 0) return { ignored: 'repeated_call' };
    thread.sink.amendCall(stated, { fields: { results } });
    return 'converted';
  }
  const query = filledText(payload.query) ?? filledText(action.query);
  const script = side === 'item' ? undefined : thread.calls.openScript();
  const seq = thread.sink.openCall({
    name: 'web_search',
    params: { ...(query === undefined ? {} : { query }), ...withoutNulls(action) },
    description: describeAction(action, query),
    at: asNumber(times.started_at_ms) ?? at,
    ref,
    nativeId,
    extensions: script === undefined ? undefined : { called_by: script },
  });
  thread.searches.put(key, side, seq);
  thread.sink.closeCall(seq, { ...resultOf(payload.status, results), at: asNumber(times.completed_at_ms), ref });
  thread.turns.work();
  return 'converted';
}

function withoutNulls(fields: JsonObject): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

function resultOf(status: unknown, results: readonly JsonObject[]): CallResult {
  const outcome =
    status === undefined || status === 'completed' ? 'succeeded' : status === 'failed' ? 'failed' : 'unknown';
  if (results.length === 0) return { outcome };
  const text = results.map(lineOf).join('\n');
  return {
    outcome,
    text,
    contributes: 'search_result',
    display: results.length === 1 ? '1 result' : `${results.length} results`,
    fields: { results },
  };
}

function lineOf(result: JsonObject): string {
  return [result.title, result.url, result.snippet].flatMap((each) => filledText(each) ?? []).join('\n');
}

/** Newer writers spell the kinds of action in camel case. */
function keyOf(action: JsonObject, query: unknown): string {
  const kind = asText(action.type)?.replaceAll('_', '').toLowerCase() ?? '';
  const asked = filledText(action.query) ?? filledText(query) ?? asList(action.queries).join(' ');
  return [kind, asked, asText(action.url) ?? '', asText(action.pattern) ?? ''].join(' ');
}

function describeAction(action: JsonObject, query: string | undefined): string | undefined {
  const url = filledText(action.url);
  const pattern = filledText(action.pattern);
  if (pattern !== undefined) return `Find "${pattern}"${url === undefined ? '' : ` in ${url}`}`;
  if (url !== undefined) return `Open ${url}`;
  return query ?? filledText(asList(action.queries).join(', '));
}
