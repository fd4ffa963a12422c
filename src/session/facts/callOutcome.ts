import type { Outcome } from '../schema/itemParts.ts';
import type { ToolCall } from '../schema/std001v31.ts';

/** The outcome of a call; derived from v3.0's status where only that is recorded. */
export function outcomeOf({ outcome, output }: Pick<ToolCall, 'outcome' | 'output'>): Outcome {
  return outcome ?? (output.status === 'failed' ? 'failed' : 'succeeded');
}
