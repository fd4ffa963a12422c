import type { SourceRef } from '../../session/index.ts';
import type { ItemSink } from '../assembly.ts';
import { type CallBook, createCallBook } from './calls/book.ts';
import { type CompactionLog, createCompactionLog } from './compaction.ts';
import { type ContextLog, createContextLog } from './contextLog.ts';
import { createDuplicateFilter, type DuplicateFilter } from './duplicates.ts';
import type { ThreadHeader } from './header.ts';
import { type CopiedHistory, createCopiedHistory } from './history.ts';
import type { Fields } from './narrow.ts';
import { createSettingsLog, type SettingsLog } from './settings.ts';
import { createTokenCounter, type TokenCounter } from './tokens.ts';
import { createTurnLog, type TurnLog } from './turns.ts';

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
