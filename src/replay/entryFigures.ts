import { touchesOf } from '../session/facts/callFiles.ts';
import { outcomeOf } from '../session/facts/callOutcome.ts';
import { linesChanged } from '../session/facts/fileChanges.ts';
import type { SessionEntry, SessionEvent, SessionHead, SubSession, TokenUsage, ToolCall } from '../session/index.ts';
import { addUsage, NumberColumn, newTokens } from '../session/internal.ts';
import { resolvePath } from './folds/workdirAt.ts';
import { defaultIdle } from './indexSession.ts';
import { beginsSession, isAnswer } from './replayItem.ts';
import { parseTime, steadyTimes } from './times.ts';

/** Figures of a session for lists and overviews, beside its counts. */
export type EntryFigures = Pick<
  SessionEntry,
  'active_ms' | 'tokens' | 'cost_usd' | 'models' | 'failing_tools' | 'longest_call' | 'answered' | 'changed'
>;

/** Greatest length of the answer in a list, in characters. */
const longestAnswer = 200;

/** The items of a run. */
interface Run {
  /** Which one each is of all that were noted, from 0. */
  readonly numbers: number[];
  /** Undefined for the session's own agent. */
  readonly startedAt?: string;
}

/** What the figures need of most items; usage events and calls that changed files have more to say. */
export interface ItemNote {
  readonly seq: number | undefined;
  /** When it began, in milliseconds since 1970; NaN where that is unknown. */
  readonly startMs: number;
  readonly lengthMs: number;
  /** Whether the log says when it began. */
  readonly isTimed: boolean;
  /** Whether it can begin the session, as `beginsSession` says. */
  readonly isBeginning: boolean;
  /** Whether it is an answer of the agent, as `isAnswer` says. */
  readonly isAnswer: boolean;
  /** The tool of a call. */
  readonly tool?: string;
  readonly isFailed?: boolean;
}

/** The note of a call. */
export function noteOfCall(call: ToolCall): ItemNote {
  return {
    seq: call.seq,
    startMs: parseTime(call.started_at),
    lengthMs: call.duration_ms,
    isTimed: call.inferred?.includes('started_at') !== true,
    isBeginning: true,
    isAnswer: false,
    tool: call.tool_name,
    isFailed: outcomeOf(call) === 'failed',
  };
}

/** The note of an event. */
export function noteOfEvent(event: SessionEvent): ItemNote {
  const { seq, at } = event;
  return {
    seq,
    startMs: at === undefined ? Number.NaN : parseTime(at),
    lengthMs: 0,
    isTimed: at !== undefined,
    isBeginning: beginsSession({ is: 'event', event }),
    isAnswer: event.type === 'message' && isAnswer({ is: 'event', event }),
  };
}

/** Whether figures need more of an item than its note. */
export function needsWhole(item: ToolCall | SessionEvent): boolean {
  if (!isCall(item)) return item.type === 'usage';
  return outcomeOf(item) === 'succeeded' && touchesOf(item).some(({ access }) => access !== 'read');
}

function isCall(item: ToolCall | SessionEvent): item is ToolCall {
  return 'tool_name' in item;
}

/** Tokens by the model that a response names; by '' where it names none. */
type Usages = Map<string, TokenUsage>;

/** Notes the items of one run, its calls first; each gives the item's number, for {@link FigureCollector.startOf}. */
export interface RunCollector {
  call(call: ToolCall): number;
  event(event: SessionEvent): number;
  /**
   * Notes an item of which nothing more is needed.
   * @param text gives the text of an answer; called for the last one of the session's own agent only, with the figures.
   */
  item(note: ItemNote, text: () => string): number;
}

/** Collects the figures of a session while its items pass by; by itself, it notes those of the session's own agent. */
export class FigureCollector implements RunCollector {
  private readonly main: Run = { numbers: [] };
  private readonly runs: Run[] = [this.main];
  private noted = 0;
  /** Of each item by its number, in columns because there may be a million. */
  private readonly seqs = new NumberColumn('wide');
  /** In milliseconds since 1970; NaN where that is unknown. */
  private readonly starts = new NumberColumn('wide');
  private readonly lengths = new NumberColumn('wide');
  /** 1 for an item that can begin the session, as `beginsSession` says. */
  private readonly begins = new NumberColumn('narrow');
  private isTimed = false;
  private readonly failures = new Map<string, number>();
  private readonly own: Usages = new Map();
  private readonly inners: Usages = new Map();
  private longest: { tool: string; ms: number } | undefined;
  private clock: Clock | undefined;
  private answer: { seq: number; text: () => string } | undefined;
  /** Paths that calls changed: as the session's own agent names them, and those of subagents that work in a folder of their own. */
  private readonly files = new Set<string>();
  private readonly innerFiles = new Set<string>();
  private added = 0;
  private removed = 0;

  call(call: ToolCall): number {
    return this.noteCall(call, this.main);
  }

  event(event: SessionEvent): number {
    this.noteUsage(event, this.own);
    return this.item(noteOfEvent(event), () => (event.type === 'message' ? event.text : ''));
  }

  item(note: ItemNote, text: () => string): number {
    const seq = note.seq ?? this.main.numbers.length;
    if (note.isAnswer && seq >= (this.answer?.seq ?? 0)) this.answer = { seq, text };
    return this.note(note, this.main);
  }

  /** Begins the run of a subagent; once its items were noted, `end` counts what it used. */
  subSession({
    agent,
    usage,
    started_at,
    environment,
  }: Pick<SubSession, 'agent' | 'usage' | 'started_at' | 'environment'>): RunCollector & { end(): void } {
    const usages: Usages = new Map();
    const run: Run = { numbers: [], startedAt: started_at };
    this.runs.push(run);
    return {
      call: (call) => this.noteCall(call, run, environment?.cwd),
      event: (event) => {
        this.noteUsage(event, usages);
        return this.note(noteOfEvent(event), run);
      },
      item: (note) => this.note(note, run),
      end: () => {
        for (const [model, each] of usagesOf(usages, usage, agent.model_id)) add(this.inners, model, each);
      },
    };
  }

  private noteCall(call: ToolCall, run: Run, folder?: string): number {
    if (outcomeOf(call) === 'succeeded') this.noteChanges(call, folder);
    return this.note(noteOfCall(call), run);
  }

  private noteChanges(call: ToolCall, folder: string | undefined): void {
    for (const { path, added, removed } of linesChanged(call)) {
      if (folder === undefined) this.files.add(path);
      else this.innerFiles.add(resolvePath(folder, path));
      this.added += added;
      this.removed += removed;
    }
  }

  private noteUsage(event: SessionEvent, usages: Usages): void {
    if (event.type === 'usage') add(usages, event.model ?? '', event.usage);
  }

  private note(note: ItemNote, { numbers }: Run): number {
    const { seq, startMs, lengthMs, isTimed, isBeginning, tool, isFailed } = note;
    this.isTimed ||= isTimed;
    if (tool !== undefined && isFailed) this.failures.set(tool, (this.failures.get(tool) ?? 0) + 1);
    if (tool !== undefined && lengthMs > (this.longest?.ms ?? 0)) this.longest = { tool, ms: lengthMs };
    const number = this.noted;
    this.seqs.set(number, seq ?? numbers.length);
    this.starts.set(number, startMs);
    this.lengths.set(number, lengthMs);
    this.begins.set(number, isBeginning ? 1 : 0);
    numbers.push(number);
    this.noted += 1;
    return number;
  }

  /** The figures of all that was noted; `durationMs` is the session's length, undefined where its log has no clock. */
  figures(
    head: Pick<SessionHead, 'agent' | 'usage' | 'created_at' | 'inferred' | 'environment'>,
    durationMs: number | undefined,
  ): EntryFigures {
    const { agent, usage, environment } = head;
    const files = new Set([...this.files].map((path) => resolvePath(environment?.cwd ?? '.', path)));
    for (const path of this.innerFiles) files.add(path);
    const usages = usagesOf(this.own, usage, agent.model_id);
    for (const [model, each] of this.inners) add(usages, model, each);
    const all = [...usages.values()].reduce((sum, each) => addUsage(sum, each), {});
    const tokens = newTokens(all);
    const failing = [...this.failures].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
    return {
      ...(durationMs === undefined || !this.hasClock(head) ? {} : { active_ms: this.activeMs(head.created_at) }),
      ...(tokens === undefined ? {} : { tokens }),
      ...(all.cost_usd === undefined ? {} : { cost_usd: all.cost_usd }),
      ...(usages.size === 0
        ? {}
        : { models: Array.from(usages, ([model, { reasoning: _, ...each }]) => ({ model, ...each })) }),
      ...(failing.length === 0 ? {} : { failing_tools: failing.map(([tool, n]) => ({ tool, n })) }),
      ...(this.longest === undefined ? {} : { longest_call: this.longest }),
      ...(this.answer === undefined ? {} : { answered: beginningOf(this.answer.text()) }),
      ...(files.size === 0 ? {} : { changed: { files: files.size, added: this.added, removed: this.removed } }),
    };
  }

  /**
   * When an item starts in the replay, in milliseconds from its beginning; undefined where the log has no clock. To be asked for after all
   * was noted, as are the figures.
   */
  startOf(number: number, head: Pick<SessionHead, 'created_at' | 'inferred'>): number | undefined {
    if (!this.hasClock(head)) return undefined;
    const { starts, origin = 0 } = this.clockOf(head.created_at);
    const start = starts[number];
    return start === undefined ? undefined : Math.max(start - origin, 0);
  }

  /** As `hasClock` of a whole session. */
  private hasClock({ inferred }: Pick<SessionHead, 'inferred'>): boolean {
    return this.isTimed || inferred?.includes('completed_at') !== true;
  }

  private clockOf(createdAt: string): Clock {
    if (this.clock !== undefined) return this.clock;
    const starts = new Float64Array(this.noted);
    const order: number[] = [];
    for (const { numbers, startedAt = createdAt } of this.runs) {
      const inRun = numbers.toSorted((a, b) => this.seqs.get(a) - this.seqs.get(b));
      const times = Float64Array.from(inRun, (number) => this.starts.get(number));
      steadyTimes(times, parseTime(startedAt), (at) => this.begins.get(inRun[at] as number) === 0);
      for (const [at, number] of inRun.entries()) {
        starts[number] = times[at] as number;
        order.push(number);
      }
    }
    order.sort((a, b) => (starts[a] as number) - (starts[b] as number));
    const first = order.find((number) => this.begins.get(number) === 1) ?? order[0];
    this.clock = { order, starts, origin: first === undefined ? undefined : starts[first] };
    return this.clock;
  }

  /** The length without what is idle, in milliseconds; as an index of the session has it. */
  private activeMs(createdAt: string): number {
    // What lies before the beginning counts as if it happened then.
    const { order, starts, origin = 0 } = this.clockOf(createdAt);
    let active = 0;
    let busyUntil = Number.NEGATIVE_INFINITY;
    for (const number of order) {
      const start = Math.max(starts[number] as number, origin);
      const end = start + this.lengths.get(number);
      const from = start - busyUntil > defaultIdle.thresholdMs ? start : busyUntil;
      active += Math.max(end, from) - from;
      busyUntil = Math.max(busyUntil, end);
    }
    return active;
  }
}

/** The beginning of a text, in one line; cut at a character, not within one. */
function beginningOf(text: string): string {
  const line = text
    .slice(0, 4 * longestAnswer)
    .replace(/\s+/g, ' ')
    .trim();
  const letters = [...line];
  return letters.length <= longestAnswer
    ? line
    : `${letters
        .slice(0, longestAnswer - 1)
        .join('')
        .trimEnd()}…`;
}

interface Clock {
  /** Numbers of all items of all runs, in order of their start. */
  readonly order: readonly number[];
  /** Start of each item by its number, in milliseconds since 1970. */
  readonly starts: Float64Array;
  /** Start of what begins the session. */
  readonly origin: number | undefined;
}

/** Tokens of a run by model. What the source states for the whole run counts, by its model, where it differs from its responses. */
function usagesOf(usages: Usages, stated: TokenUsage | undefined, model = 'unknown'): Usages {
  const named: Usages = new Map();
  for (const [each, usage] of usages) add(named, each === '' ? model : each, usage);
  if (stated === undefined) return named;
  const sum = [...named.values()].reduce((all, each) => addUsage(all, each), {});
  const kinds = ['input', 'output', 'cache_read', 'cache_write', 'total', 'cost_usd'] as const;
  return kinds.every((kind) => sum[kind] === stated[kind]) ? named : new Map([[model, stated]]);
}

function add(usages: Usages, model: string, usage: TokenUsage): void {
  usages.set(model, addUsage(usages.get(model) ?? {}, usage));
}
