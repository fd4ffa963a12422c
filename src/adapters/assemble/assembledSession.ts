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

/** An item as an object, or as the JSON to write. */
export interface Readable<Each> {
  item(): Each;
  json(): string;
  /** Where the JSON lies, if it is in a file. */
  place?(): ItemPlace | undefined;
}

/** A finished session whose items are read one by one, so that it can be written without holding it all in memory. */
export interface AssembledSession {
  /** Without its phases. */
  head: SessionHead;
  /** As `totalsOf` computes them, without reading the calls again. */
  counts: Pick<SessionTotals, 'calls' | 'failed' | 'durationMs'>;
  phases(): Iterable<PhaseAnnotation>;
  calls(): Iterable<Readable<ToolCall>>;
  events(): Iterable<Readable<SessionEvent>>;
  subSessions(): Iterable<Readable<SubSession>>;
}

/** Wraps a session object that is already in memory. */
export function readable<Each>(each: Each): Readable<Each> {
  return { item: () => each, json: () => JSON.stringify(each) };
}

/** Reads the session into one object. */
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
 * Yields the session's JSON in pieces, one phase or item per line, so that a change to an item is a change to a line, and no piece is
 * longer than an item or the head. Adjacent items in a store on disk are returned as one location.
 */
export function* serializeSession(session: AssembledSession): Generator<string | ItemPlace> {
  const { head, phases, calls, events, subSessions } = session;
  const { provenance, ...rest } = head;
  yield '{\n';
  for (const [key, value] of Object.entries(rest)) yield `${JSON.stringify(key)}: ${JSON.stringify(value)},\n`;
  yield* serializePhases(phases());
  yield* serializeList('tool_calls', calls());
  yield* serializeList('events', events());
  yield* serializeList('sub_sessions', subSessions(), (sub) => runPieces(sub.item()));
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

function* serializeList<Each>(
  key: string,
  items: Iterable<Readable<Each>>,
  piecesOf: (item: Readable<Each>) => Iterable<string> = (item) => [item.json()],
): Generator<string | ItemPlace> {
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
    if (place === undefined) yield* piecesOf(item);
  }
  if (run !== undefined) yield run;
  yield separator === '\n' ? '],\n' : '\n],\n';
}

/** The JSON of a run, its items one by one. */
function* runPieces(run: SubSession): Generator<string> {
  let lead = '{';
  for (const [key, value] of Object.entries(run)) {
    if (value === undefined) continue;
    yield `${lead}${JSON.stringify(key)}:`;
    lead = ',';
    if (Array.isArray(value)) yield* listPieces(value);
    else yield JSON.stringify(value);
  }
  yield '}';
}

/** The JSON of a list, item by item. */
export function* listPieces(list: readonly unknown[]): Generator<string> {
  let lead = '[';
  for (const each of list) {
    yield `${lead}${JSON.stringify(each)}`;
    lead = ',';
  }
  yield lead === '[' ? '[]' : ']';
}

/** Joins two locations if the second lies directly after the first. */
function joined(first: ItemPlace, second: ItemPlace): ItemPlace | undefined {
  const end = first.start + first.length + ITEM_SEPARATOR.length;
  if (second.file !== first.file || second.start !== end) return undefined;
  return { file: first.file, start: first.start, length: end + second.length - first.start };
}
