import type {
  PhaseAnnotation,
  Session,
  SessionEvent,
  SessionHead,
  SessionTotals,
  SubSession,
  ToolCall,
} from '../../session/index.ts';
import type { StoredRange } from './itemStore.ts';

/** An item as an object, or as the JSON to write. */
export interface Readable<Each> {
  item(): Each;
  json(): string;
  /** Where the JSON lies, if it is in a file. */
  range?(): StoredRange | undefined;
}

/** The run of a subagent, whose items are read one by one. */
export interface ReadableRun extends Readable<SubSession> {
  /** The run without its items: in the order of its fields, its lists are empty. */
  frame: SubSession;
  calls(): Iterable<Readable<ToolCall>>;
  events(): Iterable<Readable<SessionEvent>>;
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
  subSessions(): Iterable<ReadableRun>;
}

/** Wraps a session object that is already in memory. */
export function readable<Each>(each: Each): Readable<Each> {
  return { item: () => each, json: () => JSON.stringify(each) };
}

/** Wraps a run whose items are read one by one. */
export function readableRun({ frame, calls, events }: Pick<ReadableRun, 'frame' | 'calls' | 'events'>): ReadableRun {
  const item = (): SubSession => ({ ...frame, tool_calls: itemsOf(calls()), events: itemsOf(events()) });
  return { frame, calls, events, item, json: () => JSON.stringify(item()) };
}

/** Wraps the run of a subagent that is already in memory. */
export function runInMemory(run: SubSession): ReadableRun {
  return {
    ...readable(run),
    frame: { ...run, tool_calls: [], events: [] },
    calls: () => run.tool_calls.map(readable),
    events: () => run.events.map(readable),
  };
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
export function* serializeSession(session: AssembledSession): Generator<string | StoredRange> {
  const { head, phases, calls, events, subSessions } = session;
  const { provenance, ...rest } = head;
  yield '{\n';
  for (const [key, value] of Object.entries(rest)) yield `${JSON.stringify(key)}: ${JSON.stringify(value)},\n`;
  yield* serializePhases(phases());
  yield* serializeList('tool_calls', calls());
  yield* serializeList('events', events());
  yield* serializeList('sub_sessions', subSessions(), runPieces);
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

function* serializeList<Each extends Readable<unknown>>(
  key: string,
  items: Iterable<Each>,
  piecesOf: (item: Each) => Iterable<string | StoredRange> = (item) => [item.json()],
): Generator<string | StoredRange> {
  yield `${JSON.stringify(key)}: [`;
  let separator = '\n';
  let run: StoredRange | undefined;
  for (const item of items) {
    const range = item.range?.();
    const longer = run === undefined || range === undefined ? undefined : joined(run, range);
    if (longer !== undefined) {
      run = longer;
      continue;
    }
    if (run !== undefined) yield run;
    yield separator;
    separator = ITEM_SEPARATOR;
    run = range;
    if (range === undefined) yield* piecesOf(item);
  }
  if (run !== undefined) yield run;
  yield separator === '\n' ? '],\n' : '\n],\n';
}

/** The JSON of a run, its items one by one. */
function* runPieces({ frame, calls, events }: ReadableRun): Generator<string | StoredRange> {
  let lead = '{';
  for (const [key, value] of Object.entries(frame)) {
    if (value === undefined) continue;
    yield `${lead}${JSON.stringify(key)}:`;
    lead = ',';
    if (key === 'tool_calls') yield* itemPieces(calls());
    else if (key === 'events') yield* itemPieces(events());
    else yield JSON.stringify(value);
  }
  yield '}';
}

/** The JSON of a list of items on one line. */
function* itemPieces(items: Iterable<Readable<unknown>>): Generator<string | StoredRange> {
  let lead = '[';
  for (const item of items) {
    yield lead;
    lead = ',';
    yield item.range?.() ?? item.json();
  }
  yield lead === '[' ? '[]' : ']';
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
function joined(first: StoredRange, second: StoredRange): StoredRange | undefined {
  const end = first.start + first.length + ITEM_SEPARATOR.length;
  if (second.file !== first.file || second.start !== end) return undefined;
  return { file: first.file, start: first.start, length: end + second.length - first.start };
}
