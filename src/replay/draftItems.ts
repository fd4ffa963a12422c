import type { PlanEvent, Session, SessionEvent, SubSession, ToolCall } from '../session/index.ts';
import { countBelow } from './countUpTo.ts';
import { landmarkBits } from './landmarks.ts';
import type { CallItem, ReplayItem } from './replayItem.ts';
import type { Draft, RunDraft } from './runs.ts';
import { parseTime } from './times.ts';

/** The runs of a session and their items, run after run, each run in the order of `seq`. */
export interface DraftedItems {
  readonly runs: RunDraft[];
  readonly items: Draft<ReplayItem>[];
  /** Milliseconds since 1970 at which each item starts, as recorded; NaN where no time is. */
  readonly starts: Float64Array;
  /** How long each item lasts, in milliseconds. */
  readonly lengths: Float64Array;
  /** The landmarks of each item: see `landmarkBits`. */
  readonly bits: Uint8Array;
  /** The ids, if they count up. */
  series: IdSeries | undefined;
  /** Calls by the `event_id` of the checklist they are paired with. */
  readonly checklists: Map<string, Draft<ReplayItem>>;
}

/** Items made between two pauses: some milliseconds of work. */
const itemsAtOnce = 2048;

/**
 * Makes an item of every call and event, with each checklist joined to the call that made it; pauses now and then. Everything that has to be
 * read from the session is read here, in one pass: sessions are large, and a second pass costs as much as the first.
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
  yield;
  const { paired, rest } = pairPlans(calls, bySeq(events));
  yield;
  let taken = 0;
  const takeEvent = (): void => {
    const event = rest[taken] as SessionEvent;
    taken += 1;
    add(drafted, { is: 'event', id: event.event_id, index: items.length, run, depth: 0, event });
  };
  for (const call of calls) {
    while (taken < rest.length && precedes(rest[taken] as SessionEvent, call)) {
      takeEvent();
      if (items.length % itemsAtOnce === 0) yield;
    }
    const plan = paired?.get(call);
    const item: Draft<ReplayItem> = { is: 'call', id: call.call_id, index: items.length, run, depth: 0, call, plan };
    if (plan !== undefined && !checklists.has(plan.event_id)) checklists.set(plan.event_id, item);
    add(drafted, item);
    if (items.length % itemsAtOnce === 0) yield;
  }
  while (taken < rest.length) {
    takeEvent();
    if (items.length % itemsAtOnce === 0) yield;
  }
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

/** Items in the order of `seq`; without it, as in v3.0, in the order of the file. */
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

/** Takes out the checklists that a call of the same run made; if one call made several, the first one belongs to it. */
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

/** Milliseconds since 1970 at which an item starts, as recorded; NaN where it has no time. */
export function recordedStart(item: ReplayItem): number {
  if (item.is === 'call') return parseTime(item.call.started_at);
  return item.event.at === undefined ? Number.NaN : parseTime(item.event.at);
}

/**
 * How long an item lasts, in milliseconds. The recorded duration of a call wins, as in rows and details, because the span between its times
 * may include waiting. Without a duration, its times count.
 */
function recordedLength(item: ReplayItem, start: number): number {
  if (item.is === 'event') return 0;
  const { duration_ms, ended_at } = item.call;
  const length = Number.isFinite(duration_ms) ? duration_ms : parseTime(ended_at) - start;
  return length > 0 && length < Number.POSITIVE_INFINITY ? length : 0;
}

/**
 * Ids that count up, like those the kit writes: in each run `tool-001`, `tool-002`…, with a prefix that no other run has. Such ids are
 * unique without a comparison and are found without a table; for 100,000 calls a `Map` costs a third of the whole index.
 */
interface IdSeries {
  /** Takes the next item of its run. Returns false for good once an id does not count up. */
  add(item: Draft<ReplayItem>): boolean;
  find(id: string): Draft<ReplayItem> | undefined;
}

interface Series {
  readonly prefix: string;
  readonly run: number;
  readonly numbers: number[];
  readonly items: Draft<ReplayItem>[];
}

function createIdSeries(): IdSeries {
  const byPrefix = new Map<string, Series>();
  const open: Partial<Record<ReplayItem['is'], Series>> = {};
  let counts = true;

  const begin = (item: ReplayItem, prefix: string): Series | undefined => {
    if (byPrefix.has(prefix)) return undefined;
    const series = { prefix, run: item.run, numbers: [], items: [] };
    byPrefix.set(prefix, series);
    open[item.is] = series;
    return series;
  };
  const append = (item: Draft<ReplayItem>): boolean => {
    const { id } = item;
    const digits = startOfNumber(id);
    const current = open[item.is];
    const series = current?.run === item.run ? current : begin(item, id.slice(0, digits));
    if (series === undefined || series.prefix.length !== digits || !id.startsWith(series.prefix)) return false;
    const number = numberFrom(id, digits);
    if (!(number > (series.numbers.at(-1) ?? -1))) return false;
    series.numbers.push(number);
    series.items.push(item);
    return true;
  };
  return {
    add(item) {
      counts = counts && append(item);
      return counts;
    },
    find(id) {
      const digits = startOfNumber(id);
      const series = byPrefix.get(id.slice(0, digits));
      const item = series?.items[countBelow(series.numbers, numberFrom(id, digits))];
      return item?.id === id ? item : undefined;
    },
  };
}

function startOfNumber(id: string): number {
  let at = id.length;
  while (at > 0 && isDigit(id.charCodeAt(at - 1))) at -= 1;
  return at;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** NaN where there is no number, or one too long to be exact. */
function numberFrom(id: string, at: number): number {
  if (at === id.length || id.length - at > 15) return Number.NaN;
  let number = 0;
  for (let i = at; i < id.length; i += 1) number = number * 10 + id.charCodeAt(i) - 48;
  return number;
}

/** Finds items by their ids in the session, and by their own ids. */
interface ItemLookup {
  callById(callId: string): Draft<CallItem> | undefined;
  itemByEventId(eventId: string): Draft<ReplayItem> | undefined;
  itemById(id: string): Draft<ReplayItem> | undefined;
}

/** Makes the ids of items unique, and the items findable by them. */
export function identifyItems({ items, series, checklists }: DraftedItems): ItemLookup {
  const { byId, byEventId } = series === undefined ? nameItems(items) : { byId: series.find, byEventId: series.find };
  return {
    callById(callId) {
      const item = byId(callId);
      return item?.is === 'call' && item.call.call_id === callId ? item : undefined;
    },
    itemByEventId(eventId) {
      const item = byEventId(eventId);
      return item?.is === 'event' && item.event.event_id === eventId ? item : checklists.get(eventId);
    },
    itemById: byId,
  };
}

type Find = (id: string) => Draft<ReplayItem> | undefined;

/**
 * Enters items with any ids, and renames those whose id is taken. The first item with an id keeps it, calls before events, so that
 * references to a call find it.
 */
function nameItems(items: readonly Draft<ReplayItem>[]): { byId: Find; byEventId: Find } {
  const byId = new Map<string, Draft<ReplayItem>>();
  const byEventId = new Map<string, Draft<ReplayItem>>();
  const repeated: Draft<ReplayItem>[] = [];
  for (const kind of ['call', 'event'] as const) {
    for (const item of items) {
      if (item.is !== kind) continue;
      if (item.is === 'event' && !byEventId.has(item.id)) byEventId.set(item.id, item);
      if (byId.has(item.id)) repeated.push(item);
      else byId.set(item.id, item);
    }
  }
  const repeats = new Map<string, number>();
  for (const item of repeated) {
    item.id = freeId(byId, repeats, item.id);
    byId.set(item.id, item);
  }
  return { byId: (id) => byId.get(id), byEventId: (id) => byEventId.get(id) };
}

/** Numbering continues from the last rename, so that a file in which every id is the same takes linear time. */
function freeId(byId: ReadonlyMap<string, unknown>, repeats: Map<string, number>, taken: string): string {
  let n = (repeats.get(taken) ?? 1) + 1;
  while (byId.has(`${taken}~${n}`)) n += 1;
  repeats.set(taken, n);
  return `${taken}~${n}`;
}
