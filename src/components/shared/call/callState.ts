import { outcomeOf } from '../../../replay/judgeItem.ts';
import type { Outcome, ToolCall } from '../../../session/index.ts';

/** What a view says became of a call. */
export type CallState = Outcome | 'running';

/** What became of a call; while the playhead is inside it, it runs, whatever comes of it later. */
export function callState(call: ToolCall, standing: 'done' | 'running' | 'ahead' = 'done'): CallState {
  return standing === 'running' ? 'running' : outcomeOf(call);
}

/** Whether a state needs words in a row: success goes without saying. */
export function isTrouble(state: CallState): state is 'failed' | 'denied' | 'interrupted' | 'cancelled' {
  return state === 'failed' || state === 'denied' || state === 'interrupted' || state === 'cancelled';
}
