import type { Session, SessionEvent, SessionHead, SubSession, ToolCall } from '../../session/index.ts';

/** An item as an object, or as the JSON that is written. */
export interface Readable<Each> {
  item(): Each;
  json(): string;
}

/** A finished session whose items are read one by one, so that writing it does not need it whole in memory. */
export interface AssembledSession {
  head: SessionHead;
  calls(): Iterable<Readable<ToolCall>>;
  events(): Iterable<Readable<SessionEvent>>;
  subSessions(): Iterable<Readable<SubSession>>;
}

/** An object that is at hand. */
export function readable<Each>(each: Each): Readable<Each> {
  return { item: () => each, json: () => JSON.stringify(each) };
}

/** The session as one object. */
export function toSession({ head, calls, events, subSessions }: AssembledSession): Session {
  return {
    ...head,
    tool_calls: itemsOf(calls()),
    events: itemsOf(events()),
    sub_sessions: itemsOf(subSessions()),
  };
}

function itemsOf<Each>(list: Iterable<Readable<Each>>): Each[] {
  return Array.from(list, (each) => each.item());
}

/**
 * The session's JSON in pieces: one item a line, so that a change shows as a change of lines, and no piece is longer
 * than an item or the head.
 */
export function* serializeSession({ head, calls, events, subSessions }: AssembledSession): Generator<string> {
  const { provenance, ...rest } = head;
  yield '{\n';
  for (const [key, value] of Object.entries(rest)) yield `${JSON.stringify(key)}: ${JSON.stringify(value)},\n`;
  yield* serializeList('tool_calls', calls());
  yield* serializeList('events', events());
  yield* serializeList('sub_sessions', subSessions());
  yield `"provenance": ${JSON.stringify(provenance ?? {})}\n}\n`;
}

function* serializeList(key: string, items: Iterable<Readable<unknown>>): Generator<string> {
  yield `${JSON.stringify(key)}: [`;
  let separator = '\n';
  for (const item of items) {
    yield `${separator}${item.json()}`;
    separator = ',\n';
  }
  yield separator === '\n' ? '],\n' : '\n],\n';
}
