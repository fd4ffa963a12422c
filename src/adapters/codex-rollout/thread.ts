import type { Outcome, SessionStatus, SourceRef, TokenUsage } from '../../session/index.ts';
import type { ItemSink } from '../assembly.ts';
import { textHash } from '../idTable.ts';
import { asNumber, type JsonObject } from '../read/jsonObject.ts';
import { type CallBook, createCallBook } from './calls/book.ts';
import type { ThreadHeader } from './header.ts';
import { type CompactionLog, type CopiedHistory, createCompactionLog, createCopiedHistory } from './history.ts';
import { createSettingsLog, type SettingsLog } from './settings.ts';

/** Where a record stands, and when it was written. */
export interface Origin {
  /** Absent in files without envelopes. */
  at: string | undefined;
  ref: SourceRef;
}

/** An item that a later record may replace. */
interface ThreadFacts {
  title?: string;
  /** The task of a spawned agent: its first prompt. */
  task?: string;
  goal?: JsonObject;
  /** Working directory, if only a message names it. */
  cwd?: string | undefined;
  rateLimits?: JsonObject;
  contextWindow?: number;
  /** All of the thread's own tokens, if the source gives totals. */
  tokensUsed?: number;
  /** Time of the last own record. */
  lastAt?: string;
  /** Time of the last own record before the last long pause. */
  pausedAt?: string | undefined;
  /** Text of the last reply. */
  lastReply?: string;
  /** Text of the last error of the turn. */
  lastError?: string;
  /** Instructions that the last turn came with. */
  instructions?: readonly string[];
}

/** One thread of a rollout during conversion: its place in the session and its state. */
export interface Thread {
  readonly header: ThreadHeader;
  readonly sink: ItemSink;
  readonly copied: CopiedHistory;
  readonly prompts: DuplicateFilter<true>;
  readonly replies: DuplicateFilter<true>;
  readonly thoughts: DuplicateFilter<true>;
  /** Messages between agents already emitted. */
  readonly agentMessages: DuplicateFilter<true>;
  /** Plans already emitted, as JSON. */
  readonly plans: DuplicateFilter<true>;
  /** `seq` of the searches already emitted. */
  readonly searches: DuplicateFilter<number>;
  readonly calls: CallBook;
  readonly contexts: ContextLog;
  readonly tokens: TokenCounter;
  readonly settings: SettingsLog;
  readonly turns: TurnLog;
  readonly compaction: CompactionLog;
  readonly facts: ThreadFacts;
}

export function createThread(header: ThreadHeader, sink: ItemSink): Thread {
  return {
    header,
    sink,
    copied: createCopiedHistory(header),
    prompts: createDuplicateFilter(),
    replies: createDuplicateFilter(),
    thoughts: createDuplicateFilter(),
    agentMessages: createDuplicateFilter(),
    plans: createDuplicateFilter(),
    searches: createDuplicateFilter(),
    calls: createCallBook(),
    contexts: createContextLog(header.instructions),
    tokens: createTokenCounter(),
    settings: createSettingsLog(),
    turns: createTurnLog(),
    compaction: createCompactionLog(),
    facts: {},
  };
}

/** Number of texts remembered; a text is repeated within a few records or not at all. */
const REMEMBERED = 16;

/** Remembers the texts added as context, because later records repeat them. */
interface ContextLog {
  /** Whether a remembered text contains this one. */
  holds(text: string): boolean;
  /** Whether exactly this text, apart from surrounding white space, has ever been added. */
  stated(text: string): boolean;
  note(text: string): void;
  /** Whether no text so far contained the awaited one. */
  readonly awaits: boolean;
}

/** `awaited` is looked for in every text from the start. */
function createContextLog(awaited: string | undefined): ContextLog {
  const texts: string[] = [];
  // Hashes, because a long log adds megabytes of instructions.
  const all = new Set<number>();
  const wanted = awaited?.trim();
  let awaits = wanted !== undefined;
  return {
    stated: (text) => all.has(textHash(text.trim())),
    holds: (text) => texts.some((stated) => stated.includes(text.trim())),
    note(text) {
      if (awaits && wanted !== undefined && text.includes(wanted)) awaits = false;
      texts.push(text);
      all.add(textHash(text.trim()));
      if (texts.length > REMEMBERED) texts.shift();
    },
    get awaits() {
      return awaits;
    },
  };
}

/** What is known of the end of the last turn. */
type TurnState =
  | { is: 'none' }
  /** A turn began. `marked`: a record said so, and another one will say when it ends. */
  | { is: 'open'; marked: boolean }
  /** The assistant spoke last, in a log that does not mark the ends of turns. */
  | { is: 'answered' }
  | { is: 'complete' }
  | { is: 'failed' }
  | { is: 'aborted'; reason: string };

/** Follows the turns of a thread: how the last one ended, and where each began. */
export interface TurnLog {
  /** A record marks the beginning of a turn. */
  start(): void;
  /** A prompt of the turn was emitted as item `seq`. */
  prompt(seq: number): void;
  /** The assistant spoke. */
  reply(): void;
  /** A call began or ended. */
  work(): void;
  complete(failed: boolean): void;
  abort(reason: string): void;
  /** Takes the last turns back; returns the `seq` at which the first of them began, undefined if unknown. */
  rollBack(turns: number): number | undefined;
  /** What the last turn says about the whole thread; empty if there was no turn. */
  verdict(): { status?: SessionStatus; outcome?: Outcome; inferred?: readonly string[] };
}

export function createTurnLog(): TurnLog {
  let state: TurnState = { is: 'none' };
  const beginnings: number[] = [];
  const marked = (): boolean => state.is === 'open' && state.marked;

  return {
    start() {
      state = { is: 'open', marked: true };
    },
    prompt(seq) {
      beginnings.push(seq);
      if (!marked()) state = { is: 'open', marked: false };
    },
    reply() {
      if (state.is === 'none' || (state.is === 'open' && !state.marked)) state = { is: 'answered' };
    },
    work() {
      if (state.is === 'answered' || state.is === 'none') state = { is: 'open', marked: false };
    },
    complete(failed) {
      state = failed ? { is: 'failed' } : { is: 'complete' };
    },
    abort(reason) {
      state = { is: 'aborted', reason };
    },
    rollBack(turns) {
      const from = Math.max(0, beginnings.length - Math.max(0, turns));
      const [first] = beginnings.splice(from);
      return first;
    },
    verdict: () => verdictOf(state),
  };
}

function verdictOf(state: TurnState): ReturnType<TurnLog['verdict']> {
  switch (state.is) {
    case 'none':
      return {};
    case 'open':
      return { status: 'in_progress', ...(state.marked ? {} : { inferred: ['status'] }) };
    case 'answered':
      return { status: 'success', inferred: ['status'] };
    case 'complete':
      return { status: 'success' };
    case 'failed':
      return { status: 'failed', outcome: 'failed' };
    case 'aborted':
      if (state.reason === 'review_ended') return { status: 'success' };
      return { status: 'failed', outcome: state.reason === 'budget_limited' ? 'cancelled' : 'interrupted' };
  }
}

/** The two places in which a rollout says the same thing: the model's items, and the events for the screen. */
export type DuplicateSide = 'item' | 'event';

/** Number of texts that wait for their duplicate; the two are a few records apart. */
const WAITING = 64;

/** Finds what a rollout says twice, in either order, by its text. */
interface DuplicateFilter<Stated> {
  /** Takes out what the other side said with this text; undefined if there was nothing. */
  take(text: string, side: DuplicateSide): Stated | undefined;
  /** Records what this side said; its duplicate may follow. */
  put(text: string, side: DuplicateSide, stated: Stated): void;
}

function createDuplicateFilter<Stated>(): DuplicateFilter<Stated> {
  const waiting = new Map<string, Stated[]>();
  let size = 0;

  const removeFirst = (key: string): Stated | undefined => {
    const list = waiting.get(key);
    const first = list?.shift();
    if (list?.length === 0) waiting.delete(key);
    if (first !== undefined) size -= 1;
    return first;
  };

  return {
    take: (text, side) => removeFirst(keyOf(text, side === 'item' ? 'event' : 'item')),
    put(text, side, stated) {
      const key = keyOf(text, side);
      const list = waiting.get(key);
      if (list === undefined) waiting.set(key, [stated]);
      else list.push(stated);
      size += 1;
      if (size > WAITING) {
        const oldest = waiting.keys().next();
        if (oldest.done !== true) removeFirst(oldest.value);
      }
    },
  };
}

/** The two sides differ in the white space around a text. */
function keyOf(text: string, side: DuplicateSide): string {
  return side === 'item' ? `i${text.trim()}` : `e${text.trim()}`;
}

const kinds = [
  'input_tokens',
  'cached_input_tokens',
  'cache_write_input_tokens',
  'output_tokens',
  'reasoning_output_tokens',
  'total_tokens',
] as const;

type Counts = Partial<Record<(typeof kinds)[number], number>>;

/** Turns the running totals of a thread into the tokens of each response, whichever records repeat them. */
interface TokenCounter {
  /** The tokens since the last total; undefined where nothing was added. */
  count(total: JsonObject): TokenUsage | undefined;
  /** The tokens of one response, from a record without a total; undefined if a total already included them. */
  add(usage: JsonObject): TokenUsage | undefined;
  /** Takes the total of a copied history, which does not count here. */
  skip(total: JsonObject): void;
}

export function createTokenCounter(): TokenCounter {
  let counted: Counts = {};
  let lastAdded: Counts | undefined;

  return {
    count(total) {
      const now = countsOf(total);
      const added = subtract(now, counted);
      counted = now;
      if (!isSome(added)) return undefined;
      lastAdded = added;
      return usageOf(added);
    },
    add(usage) {
      const added = countsOf(usage);
      const repeated =
        lastAdded !== undefined && kinds.every((kind) => (lastAdded?.[kind] ?? 0) === (added[kind] ?? 0));
      lastAdded = undefined;
      if (repeated || !isSome(added)) return undefined;
      counted = Object.fromEntries(kinds.map((kind) => [kind, (counted[kind] ?? 0) + (added[kind] ?? 0)]));
      return usageOf(added);
    },
    skip(total) {
      counted = countsOf(total);
    },
  };
}

function countsOf(fields: JsonObject): Counts {
  const counts: Counts = {};
  for (const kind of kinds) {
    const value = asNumber(fields[kind]);
    if (value !== undefined && value >= 0) counts[kind] = value;
  }
  return counts;
}

/** A total below the previous one has restarted, as after a fork: all of it counts. */
function subtract(now: Counts, before: Counts): Counts {
  const anew = kinds.some((kind) => (now[kind] ?? 0) < (before[kind] ?? 0));
  if (anew) return now;
  return Object.fromEntries(
    kinds.flatMap((kind) => (now[kind] === undefined ? [] : [[kind, now[kind] - (before[kind] ?? 0)]])),
  );
}

function isSome(counts: Counts): boolean {
  return kinds.some((kind) => (counts[kind] ?? 0) > 0);
}

/** `input_tokens` includes cached tokens and cache writes; the standard's `input` does not. */
function usageOf(counts: Counts): TokenUsage {
  const cached = counts.cached_input_tokens;
  const written = counts.cache_write_input_tokens;
  const input = counts.input_tokens;
  const given = {
    input: input === undefined ? undefined : Math.max(0, input - (cached ?? 0) - (written ?? 0)),
    output: counts.output_tokens,
    cache_read: cached,
    cache_write: written,
    reasoning: counts.reasoning_output_tokens,
    total: counts.total_tokens,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
