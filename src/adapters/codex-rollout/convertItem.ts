import { convertLetter } from './agents/convertLetter.ts';
import { closeModelCall, closeToolSearch } from './calls/closeModelCall.ts';
import { openCustomCall, openFunctionCall, openLocalShellCall, openToolSearch } from './calls/openModelCall.ts';
import type { RolloutVerdict } from './descriptor.ts';
import { convertImage } from './events/images.ts';
import { convertSearch } from './events/searches.ts';
import { convertMessage } from './messages/convertMessage.ts';
import { convertReasoning } from './messages/convertReasoning.ts';
import { asObject, asText, asWords, type Fields } from './narrow.ts';
import type { Origin, Thread } from './thread.ts';

type Handler = (thread: Thread, payload: Fields, origin: Origin) => RolloutVerdict;

const handlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['message', convertMessage],
  ['reasoning', convertReasoning],
  ['function_call', openFunctionCall],
  ['function_call_output', closeModelCall],
  ['custom_tool_call', openCustomCall],
  ['custom_tool_call_output', closeModelCall],
  ['local_shell_call', openLocalShellCall],
  ['local_shell_call_output', closeModelCall],
  ['tool_search_call', openToolSearch],
  ['tool_search_output', closeToolSearch],
  ['web_search_call', (thread, payload, origin) => convertSearch(thread, payload, 'item', origin)],
  ['image_generation_call', convertImage],
  ['agent_message', (thread, payload, origin) => convertLetter(thread, payload, 'item', origin)],
  ['ghost_snapshot', convertSnapshot],
  ['compaction', () => ({ ignored: 'encrypted_context' })],
  ['compaction_summary', () => ({ ignored: 'encrypted_context' })],
  ['context_compaction', () => ({ ignored: 'encrypted_context' })],
  ['additional_tools', () => ({ ignored: 'tool_definitions' })],
]);

/** An item of the model's conversation, with or without an envelope. */
export function convertItem(thread: Thread, type: string, payload: Fields, origin: Origin): RolloutVerdict {
  const handler = handlers.get(type);
  if (handler !== undefined) return handler(thread, payload, origin);
  thread.sink.unknown({ recordType: `response_item.${type}`, raw: payload, at: origin.at, ref: origin.ref });
  return 'unknown';
}

/** A commit made of the working tree, so that a turn can be undone. */
function convertSnapshot(thread: Thread, payload: Fields, { at, ref }: Origin): RolloutVerdict {
  const commit = asObject(payload.ghost_commit) ?? {};
  const id = asWords(commit.id) ?? asText(payload.id) ?? 'unknown';
  thread.sink.notice({
    kind: 'info',
    text: `The working tree was saved as commit ${id}`,
    at,
    ref,
    extensions: { ghost_commit: commit },
  });
  return 'converted';
}
