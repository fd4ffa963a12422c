import { outcomeOf } from '../session/facts/callOutcome.ts';
import { isPromptMessage } from '../session/facts/eventText.ts';
import type { ReplayItem } from './replayItem.ts';

export { outcomeOf };

/**
 * Whether an item is something that went wrong: a call that failed or was denied, an error of the model's API or of the
 * agent itself. What was cancelled, interrupted or never answered did not go wrong by itself.
 */
export function isError(item: ReplayItem): boolean {
  if (item.is === 'event') {
    return item.event.type === 'notice' && (item.event.kind === 'error' || item.event.kind === 'api_error');
  }
  const outcome = outcomeOf(item.call);
  return outcome === 'failed' || outcome === 'denied';
}

/** Whether an item is a call that failed; one that was denied did not. */
export function hasFailed(item: ReplayItem | undefined): boolean {
  return item?.is === 'call' && outcomeOf(item.call) === 'failed';
}

/** Whether an item is what a person asked of the session's agent. A subagent's task comes from an agent. */
export function isPrompt(item: ReplayItem): boolean {
  if (item.is === 'call' || item.run !== 0 || item.event.type !== 'message') return false;
  return isPromptMessage(item.event);
}
