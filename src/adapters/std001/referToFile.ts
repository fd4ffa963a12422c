import type { Session, SessionEvent, SourceRef, SubSession, ToolCall } from '../../session/index.ts';
import { groupBy } from '../../session/json/groupBy.ts';
import { isJsonObject } from '../read/jsonObject.ts';
import { keepAside } from './keepAside.ts';
import type { PlacedItem } from './records.ts';

/**
 * Says of every call and event where in its file it stands. What a 3.1 session says of the log that it was made from
 * (`provenance`, `source_ref`, `content_refs`) is true of that log, not of this file: it is kept in the margin.
 */
export function referToFile(session: Session, items: readonly PlacedItem[]): Session {
  const { provenance, ...rest } = session;
  const inSubs = groupBy(
    items.filter(({ owner }) => owner?.list === 'sub_sessions'),
    ({ owner }) => owner?.index,
  );
  const own = items.filter(({ owner }) => owner?.list !== 'sub_sessions');
  const subs = own.filter(({ list, value }) => list === 'sub_sessions' && isJsonObject(value));
  return {
    ...rest,
    tool_calls: placeCalls(session.tool_calls, own),
    events: placeEvents(session.events, own),
    sub_sessions: session.sub_sessions.map((sub, place): SubSession => {
      const inside = inSubs.get(subs[place]?.index) ?? [];
      return { ...sub, tool_calls: placeCalls(sub.tool_calls, inside), events: placeEvents(sub.events, inside) };
    }),
    ...(provenance === undefined ? {} : keepAside(session, { provenance })),
  };
}

/** Calls stand in the order of their list; those of v1 are found by the id of their step. */
function placeCalls(calls: readonly ToolCall[], items: readonly PlacedItem[]): ToolCall[] {
  const all = items.filter(({ list, value }) => list === 'tool_calls' && isJsonObject(value));
  // Beside a list of calls, those in phases are a leftover.
  const direct = all.filter(({ owner }) => owner?.list !== 'phases');
  const listed = direct.length > 0 ? direct : all;
  const steps = refsById(items, 'steps', 'step_id');
  const inOrder = listed.length === calls.length;
  return calls.map((call, place) => placeItem(call, inOrder ? listed[place]?.ref : steps.get(call.call_id)));
}

/** Events stand in the order of their list; messages, which come behind them, are found by their id. */
function placeEvents(events: readonly SessionEvent[], items: readonly PlacedItem[]): SessionEvent[] {
  const listed = items.filter(({ list }) => list === 'events');
  const messages = refsById(items, 'messages', 'message_id');
  const ahead = eventsAhead(events, items);
  return events.map((event, place) => placeItem(event, listed[place - ahead]?.ref ?? messages.get(event.event_id)));
}

/** How many events stand before those of the file: the prompt of a session that has no message of it is one. */
export function eventsAhead(events: readonly SessionEvent[], items: readonly PlacedItem[]): number {
  const said = items.filter(({ list, value }) => list === 'events' || (list === 'messages' && isJsonObject(value)));
  return Math.max(0, events.length - said.length);
}

function refsById(items: readonly PlacedItem[], name: PlacedItem['list'], field: string): Map<unknown, SourceRef> {
  return new Map(
    items.flatMap(({ list, value, ref }) =>
      list === name && isJsonObject(value) ? [[value[field], ref] as const] : [],
    ),
  );
}

function placeItem<Item extends ToolCall | SessionEvent>(item: Item, ref: SourceRef | undefined): Item {
  const { source_ref, content_refs, ...rest } = item;
  const old = {
    ...(source_ref === undefined ? {} : { source_ref }),
    ...(content_refs === undefined ? {} : { content_refs }),
  };
  const native = source_ref?.native_id === undefined ? {} : { native_id: source_ref.native_id };
  return {
    ...rest,
    ...(ref === undefined ? {} : { source_ref: { ...ref, ...native } }),
    ...(Object.keys(old).length === 0 ? {} : keepAside(item, old)),
  } as Item;
}
