import type { ConvertedSession } from '../../src/adapters/index.ts';
import { type EntryFigures, FigureCollector, type ItemNote, type RunCollector } from '../../src/replay/entryFigures.ts';
import {
  commandOf,
  eventText,
  isPromptMessage,
  pathsNamed,
  printedText,
  type SessionEvent,
  type ToolCall,
} from '../../src/session/index.ts';
import type { Passage, PassageKind } from './catalogue/contract.ts';
import { NotedRange } from './itemNotes.ts';

/** Maximum searchable length of a session's passages, by kind, in UTF-16 units; the rest is only in the session. */
const MOST_OF_A_SESSION: Readonly<Record<PassageKind, number>> = {
  prompt: 64 * 1024,
  reply: 128 * 1024,
  command: 32 * 1024,
  path: 32 * 1024,
  output: 64 * 1024,
};

/** Maximum length of one passage: a prompt may include a whole file, and an output's end says as much as its beginning. */
const MOST_OF_ONE: Readonly<Record<PassageKind, number>> = {
  prompt: 16 * 1024,
  reply: 16 * 1024,
  command: 2 * 1024,
  path: 2 * 1024,
  output: 1024,
};

type Assembled = ConvertedSession['session'];
type Call = ReturnType<Assembled['calls']> extends Iterable<infer Each> ? Each : never;
type Event = ReturnType<Assembled['events']> extends Iterable<infer Each> ? Each : never;
/** The items of a run, which are read once. */
type Lists = Pick<Assembled, 'calls' | 'events'>;
type SubSession = ReturnType<Assembled['subSessions']> extends Iterable<infer Each> ? Each : never;

/** Where an item lies whose JSON need not be parsed again, if it has a note. */
function notedRange(item: Call | Event): NotedRange | undefined {
  const range = item.range?.();
  return range instanceof NotedRange ? range : undefined;
}

function messageText(event: Event): string {
  const item = event.item();
  return item.type === 'message' ? item.text : '';
}

/** A session to be read once, and its searchable text. */
export interface CollectedSession {
  session: Assembled;
  /** In reading order: calls, events, then those of each subagent; to be asked for after that reading, like the figures. */
  passages(): Passage[];
  /** Its figures for lists. */
  figures(): EntryFigures;
}

/** A passage with the number of its item in place of `at`: the replay's times are known at the end. */
type TimedPassage = Omit<Passage, 'at'> & { readonly timed: number | undefined };

/** The searchable text of a session's items, in the order in which they are added, as far as there is room for it. */
class SearchableText {
  private readonly collected: TimedPassage[] = [];
  private readonly left = { ...MOST_OF_A_SESSION };
  private readonly seenPaths = new Set<string>();

  addCall(call: ToolCall, number: number): void {
    const { call_id } = call;
    this.add('command', call_id, number, commandOf(call) ?? '');
    const paths = pathsNamed(call).filter((path) => !this.seenPaths.has(path));
    for (const path of paths) this.seenPaths.add(path);
    this.add('path', call_id, number, paths.join('\n'));
    this.add('output', call_id, number, printedText(call));
  }

  addEvent(event: SessionEvent, number: number): void {
    if (event.type === 'usage' || event.type === 'unknown') return;
    const timed = event.at === undefined ? undefined : number;
    const isPrompt = event.type === 'message' && isPromptMessage(event);
    const isProgram = event.type === 'message' && event.role !== 'assistant' && !isPrompt;
    this.add(isPrompt ? 'prompt' : isProgram ? 'output' : 'reply', event.event_id, timed, eventText(event));
  }

  /** Whether there is no room for text of any of these kinds. */
  isFull(...kinds: readonly PassageKind[]): boolean {
    return kinds.every((kind) => this.left[kind] <= 0);
  }

  /** The text, with the times that `startOf` gives for the numbers of items. */
  passages(startOf: (number: number) => number | undefined): Passage[] {
    return this.collected.map(({ timed, text, ...passage }) => {
      const at = timed === undefined ? undefined : startOf(timed);
      return { ...passage, ...(at === undefined ? {} : { at }), text };
    });
  }

  private add(kind: PassageKind, item: string, timed: number | undefined, text: string): void {
    if (this.left[kind] <= 0 || text.trim() === '') return;
    const kept = shorten(text, Math.min(MOST_OF_ONE[kind], this.left[kind]));
    this.left[kind] -= kept.length;
    this.collected.push({ kind, item, timed, text: kept });
  }
}

/** Collects the searchable text and the figures of a session while it is written: reading it again would cost as much as writing it. */
export function collectPassages(session: Assembled): CollectedSession {
  const searchable = new SearchableText();
  const collector = new FigureCollector();

  /** The note of a call that has no further text for the search. */
  const noteWithoutText = (call: Call, seenPathLists: Set<number>): ItemNote | undefined => {
    const range = searchable.isFull('command', 'output') ? notedRange(call) : undefined;
    const note = range?.note;
    if (range === undefined || note === undefined) return note;
    if (searchable.isFull('path') || seenPathLists.has(range.pathList)) return note;
    seenPathLists.add(range.pathList);
    return undefined;
  };

  function* callsOf(run: Lists, into: RunCollector): Generator<Call> {
    /** Lists of paths that noted calls of the run name, whose paths have all been seen. */
    const seenPathLists = new Set<number>();
    for (const call of run.calls()) {
      const note = noteWithoutText(call, seenPathLists);
      if (note === undefined) {
        const item = call.item();
        searchable.addCall(item, into.call(item));
      } else into.item(note, () => '');
      yield call;
    }
  }

  function* eventsOf(run: Lists, into: RunCollector): Generator<Event> {
    for (const event of run.events()) {
      const isWanted = !searchable.isFull('prompt', 'reply', 'output');
      const note = isWanted ? undefined : notedRange(event)?.note;
      if (note === undefined) {
        const item = event.item();
        const number = into.event(item);
        if (isWanted) searchable.addEvent(item, number);
      } else into.item(note, () => messageText(event));
      yield event;
    }
  }

  /** The lists of a run, whose items are collected when they are read. */
  const collecting = (run: Lists, into: RunCollector): Lists => ({
    calls: () => callsOf(run, into),
    events: () => eventsOf(run, into),
  });

  function* subSessions(): Generator<SubSession> {
    for (const sub of session.subSessions()) {
      const run = collector.subSession(sub.frame);
      yield { ...sub, ...collecting(sub, run) };
      run.end();
    }
  }

  return {
    session: { ...session, ...collecting(session, collector), subSessions },
    passages: () => searchable.passages((number) => collector.startOf(number, session.head)),
    figures: () => collector.figures(session.head, session.counts.durationMs),
  };
}

/** The beginning and end of a text that is too long; no character is cut in two. */
function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = text.slice(0, Math.ceil(most * 0.75)).replace(/[\ud800-\udbff]$/, '');
  const tail = text.slice(text.length - Math.floor(most * 0.25)).replace(/^[\udc00-\udfff]/, '');
  return `${head}\n${tail}`;
}
