import type { PhaseAnnotation, Session, SessionEvent, SessionHead, SubSession, ToolCall } from '../../session/index.ts';

/** An item as an object, or as the JSON that is written. */
export interface Readable<Each> {
  item(): Each;
  json(): string;
  /** The JSON in UTF-8, where it is at hand; valid until the next item is read. */
  bytes?(): Uint8Array | undefined;
}

/** A finished session whose items are read one by one, so that writing it does not need it whole in memory. */
export interface AssembledSession {
  /** Without its phases. */
  head: SessionHead;
  phases(): Iterable<PhaseAnnotation>;
  calls(): Iterable<Readable<ToolCall>>;
  events(): Iterable<Readable<SessionEvent>>;
  subSessions(): Iterable<Readable<SubSession>>;
}

/** An object that is at hand. */
export function readable<Each>(each: Each): Readable<Each> {
  return { item: () => each, json: () => JSON.stringify(each) };
}

/** The session as one object. */
export function toSession({ head, phases, calls, events, subSessions }: AssembledSession): Session {
  const annotations = [...phases()];
  return {
    ...head,
    ...(annotations.length === 0 ? {} : { phase_annotations: annotations }),
    tool_calls: itemsOf(calls()),
    events: itemsOf(events()),
    sub_sessions: itemsOf(subSessions()),
  };
}

function itemsOf<Each>(list: Iterable<Readable<Each>>): Each[] {
  return Array.from(list, (each) => each.item());
}

/**
 * The session's JSON in pieces: one phase or item a line, so that a change shows as a change of lines, and no piece is longer
 * than an item or the head. A piece is UTF-8 where a store on disk holds it so, to be used before the next is asked for.
 */
export function* serializeSession(session: AssembledSession): Generator<string | Uint8Array> {
  const { head, phases, calls, events, subSessions } = session;
  const { provenance, ...rest } = head;
  yield '{\n';
  for (const [key, value] of Object.entries(rest)) yield `${JSON.stringify(key)}: ${JSON.stringify(value)},\n`;
  yield* serializePhases(phases());
  yield* serializeList('tool_calls', calls());
  yield* serializeList('events', events());
  yield* serializeList('sub_sessions', subSessions());
  yield `"provenance": ${JSON.stringify(provenance ?? {})}\n}\n`;
}

/** A session without phases has no list of them. */
function* serializePhases(phases: Iterable<PhaseAnnotation>): Generator<string> {
  let lead = '"phase_annotations": [\n';
  for (const phase of phases) {
    yield `${lead}${JSON.stringify(phase)}`;
    lead = ',\n';
  }
  if (lead === ',\n') yield '\n],\n';
}

function* serializeList(key: string, items: Iterable<Readable<unknown>>): Generator<string | Uint8Array> {
  yield `${JSON.stringify(key)}: [`;
  let separator = '\n';
  for (const item of items) {
    yield separator;
    yield item.bytes?.() ?? item.json();
    separator = ',\n';
  }
  yield separator === '\n' ? '],\n' : '\n],\n';
}
