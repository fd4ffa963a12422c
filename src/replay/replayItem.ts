import type { PlanEvent, SessionEvent, ToolCall } from '../session/index.ts';

/** Where an item stands in its replay. */
interface Place {
  /** The call's or event's own id; a repeated id gets `~2`, `~3`… appended, so that no two items share one. */
  readonly id: string;
  /** Position in `SessionIndex.items`, 0-based. */
  readonly index: number;
  /** Position in `SessionIndex.runs`: 0 is the session itself. */
  readonly run: number;
  /** 0 in the session itself, 1 in a subagent's run, 2 in a run that this subagent started, and so on. */
  readonly depth: number;
}

export interface CallItem extends Place {
  readonly is: 'call';
  readonly call: ToolCall;
  /** The checklist that this call made: the pair is one item and one row. */
  readonly plan: PlanEvent | undefined;
}

export interface EventItem extends Place {
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
