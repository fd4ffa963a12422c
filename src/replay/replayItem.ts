import type { PlanEvent, SessionEvent, ToolCall } from '../session/index.ts';

/** Where an item stands in its replay. */
interface Place {
  /** The call's or event's own id; a repeated one has `~2`, `~3`… after it, so that no two items share an id. */
  readonly id: string;
  /** Position in `SessionIndex.items`, 0-based. */
  readonly index: number;
  /** Position in `SessionIndex.runs`: 0 is the session itself. */
  readonly run: number;
  /** 0 in the session itself, 1 in a subagent's run, 2 in that of its subagent… */
  readonly depth: number;
}

export interface CallItem extends Place {
  readonly is: 'call';
  readonly call: ToolCall;
  /** The checklist this call made: one row, and one item, for the pair. */
  readonly plan: PlanEvent | undefined;
}

export interface EventItem extends Place {
  readonly is: 'event';
  readonly event: SessionEvent;
}

/** A call or an event as the replay sees it, of the session or of one of its sub-sessions. */
export type ReplayItem = CallItem | EventItem;

/** What kind of thing an item is. */
export type ItemKind = 'call' | SessionEvent['type'];

/** What kind of thing an item is: `call`, or the event's type. */
export function kindOf(item: ReplayItem): ItemKind {
  return item.is === 'call' ? 'call' : item.event.type;
}

/** The checklist that an item sets, if it sets one. */
export function planOf(item: ReplayItem): PlanEvent | undefined {
  if (item.is === 'call') return item.plan;
  return item.event.type === 'plan' ? item.event : undefined;
}
