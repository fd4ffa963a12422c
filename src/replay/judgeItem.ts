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

/** What programs write between what was said and what was done: hooks, context that is put in, notes, background tasks. */
export type Housekeeping = 'hook' | 'context' | 'note' | 'background';

/**
 * Which housekeeping an item is; undefined for whatever someone said or did, and for what a reader must not miss: errors,
 * interruptions, compactions, changes of model or mode, what was cut, records that no one knows.
 */
export function housekeepingOf(item: ReplayItem): Housekeeping | undefined {
  if (item.is === 'call') return undefined;
  const { event } = item;
  if (event.type === 'notice') {
    switch (event.kind) {
      case 'hook':
        return 'hook';
      case 'info':
        return 'note';
      case 'background_task':
        return 'background';
      default:
        return undefined;
    }
  }
  if (event.type !== 'message' || event.role === 'assistant') return undefined;
  switch (event.origin) {
    case 'hook':
    case 'context':
      return event.origin;
    case 'background_task':
      return 'background';
    case 'system':
      return 'note';
    case undefined:
      return event.role === 'system' ? 'note' : undefined;
    default:
      return undefined;
  }
}

/**
 * Whether a session has begun with an item: someone said or did something. Hooks, context and settings may have been written down
 * days before, when another session began.
 */
export function beginsSession(item: ReplayItem): boolean {
  if (item.is === 'call') return true;
  const { type } = item.event;
  if (type === 'message') return housekeepingOf(item) === undefined;
  return type === 'thinking' || type === 'plan' || type === 'review';
}

/** Whether an item is what a person asked of the session's agent. A subagent's task comes from an agent. */
export function isPrompt(item: ReplayItem): boolean {
  if (item.is === 'call' || item.run !== 0 || item.event.type !== 'message') return false;
  return isPromptMessage(item.event);
}

/** Whether an item is a command, such as `/compact`, that a person gave. */
export function isCommand(item: ReplayItem | undefined): boolean {
  return item?.is === 'event' && item.event.type === 'message' && item.event.origin === 'command';
}

/** Whether an item is something that an agent said, with words in it. */
export function isAnswer(item: ReplayItem | undefined): boolean {
  if (item?.is !== 'event' || item.event.type !== 'message') return false;
  return item.event.role === 'assistant' && item.event.text.trim() !== '';
}
