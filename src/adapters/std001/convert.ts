import {
  checkSession,
  type Diagnostic,
  diagnose,
  type PhaseAnnotation,
  parseSession,
  type Session,
  type SessionEvent,
  type SessionShape,
  type SourceRef,
  type SubSession,
  shapeOf,
  type ToolCall,
} from '../../session/index.ts';
import { groupBy } from '../../session/internal.ts';
import type { Assembly } from '../assembly.ts';
import type { Converter, SourceHints, Verdict } from '../contract.ts';
import { isJsonObject } from '../read/jsonObject.ts';
import { Contents } from './contents.ts';
import type { LocatedItem, Std001Record } from './records.ts';

export type IgnoreReason = 'unused_content';

type SessionRecord = Extract<Std001Record, { is: 'session' }>;

type Ending = Verdict<IgnoreReason>;

/** What the verdicts of a session's items depend on. */
interface Read {
  session: Session;
  shape: SessionShape;
  /** Number of events before those of the file. */
  ahead: number;
  contents: Contents;
}

/** Adopts every session as a whole; the records of its items only get verdicts. */
export function createConverter(
  assembly: Assembly,
  { hints }: { hints?: SourceHints },
): Converter<Std001Record, IgnoreReason> {
  let read: Read | undefined;

  const takeSession = ({ file, json, items, contents: beside }: SessionRecord): Ending => {
    read = undefined;
    const { session, diagnostics } = parseSession(json, { file, startedAt: hints?.startedAt });
    const shape = shapeOf(json);
    if (session === undefined || shape === undefined) return dropped(diagnostics, assembly);
    const own = items.filter(({ owner }) => owner === undefined);
    const contents = new Contents(beside);
    read = { session, shape, ahead: eventsAhead(session.events, own), contents };
    for (const diagnostic of diagnostics) assembly.report(diagnostic);
    reportUnusable(session, file, assembly);
    const referring = referToFile(session, items, contents);
    if (contents.missing > 0) {
      assembly.report(diagnose('missing-content', { at: { file }, actual: `${contents.missing} texts` }));
    }
    assembly.adopt(setAsideUnusable(renameDuplicates(referring)), contents.attachments);
    return 'converted';
  };

  return {
    record(record) {
      switch (record.is) {
        case 'session':
          return takeSession(record);
        case 'item':
          return itemVerdict(record.item, read);
        case 'content':
          return contentVerdict(record.name, read);
      }
    },
    end: () => undefined,
  };
}

/** The last error says why there is no session: it is part of the verdict, the others are reported before it. */
function dropped(diagnostics: readonly Diagnostic[], assembly: Assembly): Ending {
  const reason = diagnostics.findLast(({ severity }) => severity === 'error') ?? diagnose('not-a-session');
  for (const diagnostic of diagnostics) if (diagnostic !== reason) assembly.report(diagnostic);
  const { code, message, at, actual, expected } = reason;
  const where =
    at?.pointer === undefined || code === 'schema-violation'
      ? ''
      : ` At ${at.pointer}: ${actual ?? '?'}, expected ${expected ?? '?'}.`;
  return { dropped: code, message: `${message}${where}` };
}

/** The assembly reports on what it adopts, but not on annotations removed before, nor on duplicate ids. */
function reportUnusable(session: Session, file: string, { report }: Assembly): void {
  for (const { at, ...fault } of checkSession(session)) {
    if (fault.code === 'duplicate-id') report({ ...fault, at: { file, ...at } });
    if (!/^\/phase_annotations\/\d+\/tool_call_range/.test(at?.pointer ?? '')) continue;
    if (fault.code === 'backward-range' || fault.code === 'dangling-call-id') report({ ...fault, at: { file, ...at } });
  }
}

/** Converted if an item of the session refers to the file. */
function contentVerdict(name: string, read: Read | undefined): Ending {
  if (read === undefined) {
    return { dropped: 'missing-companion', message: 'The session of a content file is not among the files given.' };
  }
  return read.contents.used.has(name) ? 'converted' : { ignored: 'unused_content' };
}

/** Converted if the item became one of the session's own, unknown if it was kept unchanged. */
function itemVerdict({ list, index, owner, value }: LocatedItem, read: Read | undefined): Ending {
  if (read === undefined) return { dropped: 'not-a-session' };
  const { session, shape, ahead } = read;
  if (!isJsonObject(value)) return 'unknown';
  const inSub = owner?.list === 'sub_sessions';
  const known = (is: boolean): Ending => (is ? 'converted' : 'unknown');
  switch (list) {
    case 'tool_calls':
      return known(owner === undefined || inSub || shape === 'v2-embedded');
    case 'events': {
      const event = inSub ? session.sub_sessions[owner.index]?.events[index] : session.events[index + ahead];
      return known((owner === undefined || inSub) && event?.type !== 'unknown');
    }
    case 'phases':
      return known(owner === undefined && (shape === 'v2' || shape === 'v2-embedded'));
    case 'steps':
      return known(owner === undefined && shape === 'v1');
    case 'phase_annotations':
      return known(owner === undefined && 'tool_call_range' in value);
    case 'messages':
    case 'sub_sessions':
      return known(owner === undefined);
  }
}

/** The `extensions` of a thing with more under the name of this format. */
function keepAside(
  { extensions }: { extensions?: Record<string, unknown> | undefined },
  kept: Readonly<Record<string, unknown>>,
): { extensions: Record<string, unknown> } {
  const own = extensions?.std001;
  return { extensions: { ...extensions, std001: { ...(isJsonObject(own) ? own : {}), ...kept } } };
}

/**
 * Gives every call and event its position in the file. What a 3.1 session says about the log that it was made from (`provenance`,
 * `source_ref`) does not apply to this file: it is kept in `extensions.std001`, with the `content_refs` whose content is missing. The
 * items' other texts are restored.
 */
function referToFile(session: Session, items: readonly LocatedItem[], contents: Contents): Session {
  const { provenance, ...rest } = session;
  const inSubs = groupBy(
    items.filter(({ owner }) => owner?.list === 'sub_sessions'),
    ({ owner }) => owner?.index,
  );
  const own = items.filter(({ owner }) => owner?.list !== 'sub_sessions');
  const subs = own.filter(({ list, value }) => list === 'sub_sessions' && isJsonObject(value));
  return {
    ...rest,
    tool_calls: referCalls(session.tool_calls, own, contents),
    events: referEvents(session.events, own, contents),
    sub_sessions: session.sub_sessions.map((sub, nth): SubSession => {
      const inside = inSubs.get(subs[nth]?.index) ?? [];
      return {
        ...sub,
        tool_calls: referCalls(sub.tool_calls, inside, contents),
        events: referEvents(sub.events, inside, contents),
      };
    }),
    ...(provenance === undefined ? {} : keepAside(session, { provenance })),
  };
}

/** Calls are in the order of their list; those of v1 are found by the id of their step. */
function referCalls(calls: readonly ToolCall[], items: readonly LocatedItem[], contents: Contents): ToolCall[] {
  const all = items.filter(({ list, value }) => list === 'tool_calls' && isJsonObject(value));
  // If there is a list of calls, those in phases are leftovers.
  const direct = all.filter(({ owner }) => owner?.list !== 'phases');
  const listed = direct.length > 0 ? direct : all;
  const steps = refsById(items, 'steps', 'step_id');
  const inOrder = listed.length === calls.length;
  return calls.map((call, nth) => referItem(call, inOrder ? listed[nth]?.ref : steps.get(call.call_id), contents));
}

/** Events are in the order of their list; messages, which come after them, are found by their id. */
function referEvents(
  events: readonly SessionEvent[],
  items: readonly LocatedItem[],
  contents: Contents,
): SessionEvent[] {
  const listed = items.filter(({ list }) => list === 'events');
  const messages = refsById(items, 'messages', 'message_id');
  const ahead = eventsAhead(events, items);
  return events.map((event, nth) =>
    referItem(event, listed[nth - ahead]?.ref ?? messages.get(event.event_id), contents),
  );
}

/** Number of events before those of the file: the prompt, if the session has no message for it. */
function eventsAhead(events: readonly SessionEvent[], items: readonly LocatedItem[]): number {
  const said = items.filter(({ list, value }) => list === 'events' || (list === 'messages' && isJsonObject(value)));
  return Math.max(0, events.length - said.length);
}

function refsById(items: readonly LocatedItem[], name: LocatedItem['list'], field: string): Map<unknown, SourceRef> {
  return new Map(
    items.flatMap(({ list, value, ref }) =>
      list === name && isJsonObject(value) ? [[value[field], ref] as const] : [],
    ),
  );
}

function referItem<Item extends ToolCall | SessionEvent>(
  item: Item,
  ref: SourceRef | undefined,
  contents: Contents,
): Item {
  const { item: whole, left } = contents.restore(item);
  const { source_ref, ...rest } = whole;
  const old = {
    ...(source_ref === undefined ? {} : { source_ref }),
    ...(left.length === 0 ? {} : { content_refs: left }),
  };
  const native = source_ref?.native_id === undefined ? {} : { native_id: source_ref.native_id };
  return {
    ...rest,
    ...(ref === undefined ? {} : { source_ref: { ...ref, ...native } }),
    ...(Object.keys(old).length === 0 ? {} : keepAside(whole, old)),
  } as Item;
}

/**
 * Gives items with a duplicate id a new one, `tool-003-2`, and keeps the old one beside it. A reference to such an id means the first item
 * that has it.
 */
function renameDuplicates(session: Session): Session {
  const items = createIds(idsOf(session));
  const runs = createIds([session.session_id, ...session.sub_sessions.map((sub) => sub.sub_session_id)]);
  const annotations = createIds((session.phase_annotations ?? []).map((each) => each.annotation_id));
  const renameItems = <Run extends Pick<Session, 'tool_calls' | 'events'>>(run: Run): Run => ({
    ...run,
    tool_calls: run.tool_calls.map((call) => {
      const id = items(call.call_id);
      return id === call.call_id ? call : { ...call, call_id: id, ...keepAside(call, { call_id: call.call_id }) };
    }),
    events: run.events.map((event) => {
      const id = items(event.event_id);
      return id === event.event_id
        ? event
        : { ...event, event_id: id, ...keepAside(event, { event_id: event.event_id }) };
    }),
  });
  runs(session.session_id);
  // The session's own items come first, as they do where ids are checked.
  const own = renameItems(session);
  const { phase_annotations } = session;
  return {
    ...own,
    sub_sessions: session.sub_sessions.map((sub) => {
      const id = runs(sub.sub_session_id);
      const renamed = renameItems(sub);
      if (id === sub.sub_session_id) return renamed;
      return { ...renamed, sub_session_id: id, ...keepAside(sub, { sub_session_id: sub.sub_session_id }) };
    }),
    ...(phase_annotations === undefined
      ? {}
      : {
          phase_annotations: phase_annotations.map((each) => ({
            ...each,
            annotation_id: annotations(each.annotation_id),
          })),
        }),
  };
}

function idsOf(session: Session): string[] {
  return [session, ...session.sub_sessions].flatMap(({ tool_calls, events }) => [
    ...tool_calls.map(({ call_id }) => call_id),
    ...events.map(({ event_id }) => event_id),
  ]);
}

/** Returns each id unchanged the first time, and an unused one from then on. */
function createIds(all: readonly string[]): (id: string) => string {
  const taken = new Set(all);
  const given = new Set<string>();
  /** How often an id has come, so that one that comes a thousand times is not tried from the beginning each time. */
  const count = new Map<string, number>();
  return (id) => {
    if (!given.has(id)) {
      given.add(id);
      return id;
    }
    let number = count.get(id) ?? 1;
    let free: string;
    do {
      number += 1;
      free = `${id}-${number}`;
    } while (taken.has(free));
    count.set(id, number);
    taken.add(free);
    given.add(free);
    return free;
  };
}

/**
 * Moves annotations whose range names no calls, or runs backwards, to `extensions.std001`: they cannot cover anything, and the assembly
 * would drop them.
 */
function setAsideUnusable(session: Session): Session {
  const { phase_annotations: annotations = [], ...rest } = session;
  const indexes = new Map(session.tool_calls.map(({ call_id }, nth) => [call_id, nth]));
  const isUsable = ({ tool_call_range: { start_call_id, end_call_id } }: PhaseAnnotation): boolean => {
    const start = indexes.get(start_call_id);
    const end = indexes.get(end_call_id);
    return start !== undefined && end !== undefined && start <= end;
  };
  const usable = annotations.filter(isUsable);
  if (usable.length === annotations.length) return session;
  const unusable = annotations.filter((each) => !isUsable(each)).map((each) => [each.annotation_id, each] as const);
  return {
    ...rest,
    ...(usable.length === 0 ? {} : { phase_annotations: usable }),
    ...keepAside(session, { unusable_annotations: Object.fromEntries(unusable) }),
  };
}
