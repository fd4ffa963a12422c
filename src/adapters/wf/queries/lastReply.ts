import { field } from '../../read/jsonObject.ts';
import { assistantBlocks } from './assistantBlocks.ts';

/**
 * What the agent of a transcript said last: its last block of text. The last record alone can be thinking or a call of
 * a tool, and then has no text at all.
 */
export function lastReply(transcript: Iterable<unknown>): string | undefined {
  let last: string | undefined;
  for (const block of assistantBlocks(transcript)) {
    const text = block.type === 'text' ? field.text(block, 'text') : undefined;
    if (text !== undefined && text.trim() !== '') last = text;
  }
  return last;
}
