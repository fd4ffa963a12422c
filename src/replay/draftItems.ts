import type { PlanEvent, Session, SessionEvent, SubSession, ToolCall } from '../session/index.ts';
import { landmarkBits } from './findLandmarks.ts';
import { createIdSeries, type IdSeries } from './idSeries.ts';
import type { Draft, RunDraft } from './linkRuns.ts';
import { parseTime } from './parseTime.ts';
import { recordedLength, recordedStart } from './recordedTimes.ts';
import type { ReplayItem } from './replayItem.ts';

/** The runs of a session and their items, run after run, each run in the order of `seq`. */
export interface DraftedItems {
  readonly runs: RunDraft[];
  readonly items: Draft<ReplayItem>[];
  /** Milliseconds since 1970 at which each item starts, as recorded; NaN where no time is. */
  readonly starts: Float64Array;
  /** How long each item lasts, in milliseconds. */
  readonly lengths: Float64Array;
  /** Which landmarks each item is: see `landmarkBits`. */
  readonly bits: Uint8Array;
  /** The ids, where they count up. */
  series: IdSeries | undefined;
  /** By `event_id`, the calls that checklists are paired with. */
  readonly checklists: Map<string, Draft<ReplayItem>>;
}

/** So many items are made between two rests: some milliseconds of work. */
const itemsAtOnce = 4096;

/**
 * Makes an item of every call and event, each checklist together with the call that made it; rests now and then. Everything
 * that has to look into the session happens here, in one pass: it is large, and a second look costs as much as the first.
 */
export function* draftItems(session: Session): Generator<undefined, DraftedItems> {
  const sources = [session, ...session.sub_sessions];
  const most = sources.reduce((sum, { tool_calls, events }) => sum + tool_calls.length + events.length, 0);
  const drafted: DraftedItems = {
    runs: [],
    items: [],
    starts: new Float64Array(most),
    lengths: new Float64Array(most),
    bits: new Uint8Array(most),
    series: createIdSeries(),
    checklists: new Map(),
  };
  yield* draftRun(drafted, session.session_id, session, undefined);
  for (const sub of session.sub_sessions) yield* draftRun(drafted, sub.sub_session_id, sub, sub);
  return drafted;
}

function* draftRun(
  drafted: DraftedItems,
  id: string,
  { tool_calls, events }: Session | SubSession,
  subSession: SubSession | undefined,
): Generator<undefined, void> {
  const { runs, items, checklists } = drafted;
  const run = runs.length;
  const first = items.length;
  const calls = bySeq(tool_calls);
  const { paired, rest } = pairPlans(calls, bySeq(events));
  let taken = 0;
  const takeEvent = (): void => {
    const event = rest[taken] as SessionEvent;
    taken += 1;
    add(drafted, { is: 'event', id: event.event_id, index: items.length, run, depth: 0, event });
  };
  for (const call of calls) {
    while (taken < rest.length && precedes(rest[taken] as SessionEvent, call)) takeEvent();
    const plan = paired?.get(call);
    const item: Draft<ReplayItem> = { is: 'call', id: call.call_id, index: items.length, run, depth: 0, call, plan };
    if (plan !== undefined && !checklists.has(plan.event_id)) checklists.set(plan.event_id, item);
    add(drafted, item);
    if (items.length % itemsAtOnce === 0) yield;
  }
  while (taken < rest.length) takeEvent();
  const count = items.length - first;
  runs.push({ index: run, id, subSession, first, count, parent: undefined, trigger: undefined, depth: 0 });
}

function add(drafted: DraftedItems, item: Draft<ReplayItem>): void {
  const { items, starts, lengths, bits } = drafted;
  const { index } = item;
  const start = recordedStart(item);
  starts[index] = start;
  lengths[index] = recordedLength(item, start);
  bits[index] = landmarkBits(item);
  if (drafted.series?.add(item) === false) drafted.series = undefined;
  items.push(item);
}

/** Items with a `seq` in its order; without it, as in v3.0, in that of the file. */
function bySeq<Item extends { seq?: number | undefined }>(items: readonly Item[]): readonly Item[] {
  let before = 0;
  let ordered = true;
  for (const { seq } of items) {
    if (seq === undefined) return items;
    if (seq < before) ordered = false;
    before = seq;
  }
  return ordered ? items : [...items].sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0));
}

function precedes(event: SessionEvent, call: ToolCall): boolean {
  if (call.seq !== undefined) return event.seq < call.seq;
  const at = event.at === undefined ? Number.NaN : parseTime(event.at);
  return !(at > parseTime(call.started_at));
}

/** Takes out the checklists that a call of the same run made; of several by one call, the first is its own. */
function pairPlans(
  calls: readonly ToolCall[],
  events: readonly SessionEvent[],
): { paired: Map<ToolCall, PlanEvent> | undefined; rest: readonly SessionEvent[] } {
  const wanted = new Map<string, PlanEvent>();
  for (const event of events) {
    if (event.type !== 'plan' || event.call_id === undefined || wanted.has(event.call_id)) continue;
    wanted.set(event.call_id, event);
  }
  if (wanted.size === 0) return { paired: undefined, rest: events };
  const paired = new Map<ToolCall, PlanEvent>();
  for (const call of calls) {
    const plan = wanted.get(call.call_id);
    if (plan === undefined) continue;
    paired.set(call, plan);
    wanted.delete(call.call_id);
  }
  const taken = new Set<SessionEvent>(paired.values());
  return { paired, rest: events.filter((event) => !taken.has(event)) };
}
