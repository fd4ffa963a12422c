import type { JsonObject } from '../../read/jsonObject.ts';
import { assistantBlocks } from './assistantBlocks.ts';

/** Every tool call of a transcript, as its `tool_use` block stands there. */
export function toolCalls(transcript: Iterable<unknown>): JsonObject[] {
  return [...assistantBlocks(transcript)].filter(({ type }) => type === 'tool_use');
}
