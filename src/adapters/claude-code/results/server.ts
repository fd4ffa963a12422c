import { field, isJsonObject, type JsonObject, jsonText, textOf } from '../../read/jsonObject.ts';
import { counted, type ResultFields } from './fields.ts';

/** What a tool of the model's provider returned (`web_search_tool_result` and its kin), as the log keeps it. */
export interface ServerResult {
  /** What a person can read of it. */
  text: string;
  /** Why it failed; absent if it did not. */
  error?: string;
  fields: ResultFields;
}

/** Reads the content of a provider's result; undefined for one in texts and pictures, which is read as any other. */
export function readServerResult(content: unknown): ServerResult | undefined {
  if (Array.isArray(content)) {
    const hits = content.filter(isJsonObject).filter(({ type }) => type === 'web_search_result');
    return hits.length === 0 ? undefined : readHits(hits);
  }
  if (!isJsonObject(content)) return undefined;
  const type = textOf(content.type);
  if (type.endsWith('_tool_result_error')) return readError(content);
  if (type === 'web_fetch_result') return readPage(content);
  return typeof content.return_code === 'number' ? readRun(content, content.return_code) : undefined;
}

/** Each hit as its title and address; what stands there encrypted is for the provider alone. */
function readHits(hits: readonly JsonObject[]): ServerResult {
  const lines = hits.map((hit) =>
    ['title', 'url', 'page_age'].flatMap((name) => field.text(hit, name) ?? []).join(' · '),
  );
  return {
    text: lines.join('\n'),
    fields: { contributes: 'search_result', display: `Found ${counted(hits.length, 'link')}` },
  };
}

function readError(content: JsonObject): ServerResult {
  const told = ['error_code', 'error_message'].flatMap((name) => field.text(content, name) ?? []).join(': ');
  const error = told === '' ? textOf(content.type) : told;
  return { text: error, error, fields: {} };
}

function readPage(content: JsonObject): ServerResult {
  const document = field.object(content, 'content') ?? {};
  const source = field.object(document, 'source') ?? {};
  const text = source.type === 'text' ? field.text(source, 'data') : undefined;
  const title = field.text(document, 'title') ?? field.text(content, 'url');
  return {
    text: text ?? title ?? jsonText(content),
    fields: { contributes: 'knowledge', ...(title === undefined ? {} : { display: title }) },
  };
}

function readRun(content: JsonObject, code: number): ServerResult {
  const stderr = field.text(content, 'stderr') ?? '';
  return {
    text: field.text(content, 'stdout') ?? '',
    ...(code === 0 ? {} : { error: `Exit code ${code}` }),
    fields: { contributes: 'command_output', exitCode: code, ...(stderr === '' ? {} : { stderr }) },
  };
}
