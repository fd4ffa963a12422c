import type { Outcome } from '../schema/itemParts.ts';
import type { ToolCall } from '../schema/std001v31.ts';

/** What became of a call; where only v3.0's status says it, that. */
export function outcomeOf({ outcome, output }: Pick<ToolCall, 'outcome' | 'output'>): Outcome {
  return outcome ?? (output.status === 'failed' ? 'failed' : 'succeeded');
}
