import type {
  PhaseAnnotation,
  Session,
  SessionEvent,
  SessionHead,
  SessionTotals,
  SubSession,
  ToolCall,
} from '../../session/index.ts';
import type { ItemPlace } from './itemStore.ts';

/** An item as an object, or as the JSON that is written. */
export interface Readable<Each> {
  item(): Each;
  json(): string;
  /** Where the JSON lies, where it lies in a file. */
  place?(): ItemPlace | undefined;
}

/** A finished session whose items are read one by one, so that writing it does not need it whole in memory. */
export interface AssembledSession {
  /** Without its phases. */
  head: SessionHead;
  /** As `totalsOf` counts them, without reading the calls again. */
  counts: Pick<SessionTotals, 'calls' | 'failed' | 'durationMs'>;
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
 * The session's JSON in pieces: one phase or item a line, so that a change shows as a change of lines, and no text is longer
 * than an item or the head. Items that a store on disk holds one behind the other come as the one place where they lie.
 */
export function* serializeSession(session: AssembledSession): Generator<string | ItemPlace> {
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

const ITEM_SEPARATOR = ',\n';

/** A session without phases has no list of them. */
function* serializePhases(phases: Iterable<PhaseAnnotation>): Generator<string> {
  let lead = '"phase_annotations": [\n';
  for (const phase of phases) {
    yield `${lead}${JSON.stringify(phase)}`;
    lead = ',\n';
  }
  if (lead === ',\n') yield '\n],\n';
}

function* serializeList(key: string, items: Iterable<Readable<unknown>>): Generator<string | ItemPlace> {
  yield `${JSON.stringify(key)}: [`;
  let separator = '\n';
  let run: ItemPlace | undefined;
  for (const item of items) {
    const place = item.place?.();
    const longer = run === undefined || place === undefined ? undefined : joined(run, place);
    if (longer !== undefined) {
      run = longer;
      continue;
    }
    if (run !== undefined) yield run;
    yield separator;
    separator = ITEM_SEPARATOR;
    run = place;
    if (place === undefined) yield item.json();
  }
  if (run !== undefined) yield run;
  yield separator === '\n' ? '],\n' : '\n],\n';
}

/** Two places as one, where the second lies right behind the first. */
function joined(first: ItemPlace, second: ItemPlace): ItemPlace | undefined {
  const end = first.start + first.length + ITEM_SEPARATOR.length;
  if (second.file !== first.file || second.start !== end) return undefined;
  return { file: first.file, start: first.start, length: end + second.length - first.start };
}
