import { outcomeOf } from '../session/facts/callOutcome.ts';
import { isPromptMessage } from '../session/facts/eventText.ts';
import type { PlanEvent, SessionEvent, ToolCall } from '../session/index.ts';

/** Where an item stands in its replay. */
interface Indexed {
  /** The call's or event's own id; a repeated id gets `~2`, `~3`… appended, so that no two items share one. */
  readonly id: string;
  /** Position in `SessionIndex.items`, 0-based. */
  readonly index: number;
  /** Position in `SessionIndex.runs`: 0 is the session itself. */
  readonly run: number;
  /** 0 in the session itself, 1 in a subagent's run, 2 in a run that this subagent started, and so on. */
  readonly depth: number;
}

export interface CallItem extends Indexed {
  readonly is: 'call';
  readonly call: ToolCall;
  /** The checklist that this call made: the pair is one item and one row. */
  readonly plan: PlanEvent | undefined;
}

export interface EventItem extends Indexed {
  readonly is: 'event';
  readonly event: SessionEvent;
}

/** A call or an event of the session or one of its sub-sessions, as the replay sees it. */
export type ReplayItem = CallItem | EventItem;

/** The kind of an item. */
export type ItemKind = 'call' | SessionEvent['type'];

/** The kind of an item: `call`, or the event's type. */
export function kindOf(item: ReplayItem): ItemKind {
  return item.is === 'call' ? 'call' : item.event.type;
}

/** The checklist that an item sets, if any. */
export function planOf(item: ReplayItem): PlanEvent | undefined {
  if (item.is === 'call') return item.plan;
  return item.event.type === 'plan' ? item.event : undefined;
}

export { outcomeOf };

/** What is needed of an item to judge it by its record alone. */
type JudgedItem = Pick<CallItem, 'is'> | Pick<EventItem, 'is' | 'event'>;

/**
 * Whether something went wrong: a call failed or was denied, or the model's API or the agent itself reported an error. A call that was
 * cancelled, interrupted or never answered is not an error by itself.
 */
export function isError(item: ReplayItem): boolean {
  if (item.is === 'event') {
    return item.event.type === 'notice' && (item.event.kind === 'error' || item.event.kind === 'api_error');
  }
  const outcome = outcomeOf(item.call);
  return outcome === 'failed' || outcome === 'denied';
}

/** Whether an item is a failed call; a denied call did not fail. */
export function hasFailed(item: ReplayItem | undefined): boolean {
  return item?.is === 'call' && outcomeOf(item.call) === 'failed';
}

/** What programs write between what was said and done: hooks, injected context, notes, background tasks. */
export type Housekeeping = 'hook' | 'context' | 'note' | 'background';

/**
 * The kind of housekeeping that an item is. Undefined for everything someone said or did, and for what a reader must not miss: errors,
 * interruptions, compactions, changes of model or mode, truncations, records of unknown types.
 */
export function housekeepingOf(item: JudgedItem): Housekeeping | undefined {
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
 * Whether an item is something that someone said or did, and so begins a session. Hooks, context and settings may have been written days
 * earlier, in another session.
 */
export function beginsSession(item: JudgedItem): boolean {
  if (item.is === 'call') return true;
  const { type } = item.event;
  if (type === 'message') return housekeepingOf(item) === undefined;
  return type === 'thinking' || type === 'plan' || type === 'review';
}

/**
 * Whether an item is a prompt: a person asked the session's agent for something. A subagent's task comes from an agent and is no prompt.
 */
export function isPrompt(item: ReplayItem): boolean {
  if (item.is === 'call' || item.run !== 0 || item.event.type !== 'message') return false;
  return isPromptMessage(item.event);
}

/** Whether an item is a command that a person gave, such as `/compact`. */
export function isCommand(item: ReplayItem | undefined): boolean {
  return item?.is === 'event' && item.event.type === 'message' && item.event.origin === 'command';
}

/** Whether a model said or thought it. What a program says in the model's name (`No response requested.`) does not count. */
export function isModelsOwn({ event }: EventItem): boolean {
  return (
    event.type === 'thinking' || (event.type === 'message' && event.role === 'assistant' && event.origin === undefined)
  );
}

/** Whether an item is a message of an agent with text in it. */
export function isAnswer(item: JudgedItem | undefined): boolean {
  if (item?.is !== 'event' || item.event.type !== 'message') return false;
  return item.event.role === 'assistant' && item.event.text.trim() !== '';
}
