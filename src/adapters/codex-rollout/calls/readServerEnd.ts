import type { AttachmentPart } from '../../assembly.ts';
import { joinTexts, readContent } from '../messages/readContent.ts';
import { asObject, asText, asWords, durationOf, type Fields } from '../narrow.ts';

/** What a server answered to a call. */
export interface ServerAnswer {
  text: string | undefined;
  attachments: readonly AttachmentPart[];
  failed: boolean;
  error: string | undefined;
  durationMs: number | undefined;
  fields: Record<string, unknown>;
}

/**
 * Reads the end of a call of a server's tool: `{result: {Ok | Err}}` in events, `{result, error, status}` in completed
 * items, `{content_items, success, error}` of tools that the client brought along.
 */
export function readServerEnd(end: Fields): ServerAnswer {
  const result = asObject(end.result);
  const answer = asObject(result?.Ok) ?? (result?.Err === undefined ? result : undefined);
  const given = answer?.content ?? end.content_items;
  const plain = asWords(given);
  const content =
    plain === undefined ? readContent(given) : { texts: [{ text: plain, kind: undefined }], attachments: [] };
  const error = asWords(result?.Err) ?? asWords(end.error) ?? asWords(asObject(end.error)?.message);
  const flagged =
    answer?.isError === true || answer?.is_error === true || end.success === false || end.status === 'failed';
  const structured = answer?.structuredContent ?? answer?.structured_content;
  return {
    text: content.texts.length === 0 ? undefined : joinTexts(content.texts),
    attachments: content.attachments,
    failed: flagged || error !== undefined,
    error,
    durationMs: durationOf(end),
    fields: structured == null ? {} : { structured_content: structured },
  };
}

/** The name of a server's tool as the model knows it. */
export function serverToolName(server: unknown, tool: unknown): string {
  const name = asText(tool) ?? 'unknown';
  const host = asWords(server);
  return host === undefined ? name : `mcp__${host}__${name}`;
}
