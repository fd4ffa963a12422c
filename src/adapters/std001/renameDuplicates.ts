import type { Session } from '../../session/index.ts';
import { keepAside } from './keepAside.ts';

/**
 * Gives things whose id stands twice in a file ids of their own, `tool-003-2`; what they were called is kept beside them.
 * Whatever refers to such an id means the first that has it.
 */
export function renameDuplicates(session: Session): Session {
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

/** Gives each id back the first time, and one that nothing has from then on. */
function createIds(all: readonly string[]): (id: string) => string {
  const taken = new Set(all);
  const given = new Set<string>();
  /** How often an id came: one that stands a thousand times is not tried from the beginning each time. */
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
