import type { Outcome, SessionStatus, SourceRef } from '../../session/index.ts';
import type { ItemSink } from '../assembly.ts';
import { type CallBook, createCallBook } from './calls/book.ts';
import { createDuplicateFilter, type DuplicateFilter } from './duplicates.ts';
import type { ThreadHeader } from './header.ts';
import { type CompactionLog, type CopiedHistory, createCompactionLog, createCopiedHistory } from './history.ts';
import type { Fields } from './narrow.ts';
import { createSettingsLog, type SettingsLog } from './settings.ts';
import { createTokenCounter, type TokenCounter } from './tokens.ts';

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
  goal?: Fields;
  /** Working directory, if only a message names it. */
  cwd?: string | undefined;
  rateLimits?: Fields;
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
  const all = new Set<string>();
  const wanted = awaited?.trim();
  let awaits = wanted !== undefined;
  return {
    stated: (text) => all.has(text.trim()),
    holds: (text) => texts.some((stated) => stated.includes(text.trim())),
    note(text) {
      if (awaits && wanted !== undefined && text.includes(wanted)) awaits = false;
      texts.push(text);
      all.add(text.trim());
      if (texts.length > REMEMBERED) texts.shift();
    },
    get awaits() {
      return awaits;
    },
  };
}

/** How the last turn stands. */
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
