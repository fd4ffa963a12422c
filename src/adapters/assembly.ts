import type {
  Attachment,
  ContextContribution,
  ContributionType,
  Diagnostic,
  Environment,
  FilePatch,
  MessageOrigin,
  NoticeKind,
  Outcome,
  ParentSession,
  PhaseAnnotation,
  PlanItem,
  Session,
  SessionStatus,
  SourceRef,
  SubagentInfo,
  TokenUsage,
  ToolCategory,
} from '../session/index.ts';
import type { Content } from './assemble/contents.ts';

/**
 * What a converter writes to. The assembly masks secrets before anything else sees a text, numbers and orders the items,
 * pairs results with calls, infers what v3.0 demands and the source did not say, and sums up.
 */
export interface Assembly {
  /**
   * The session with this key; the first request makes it. Most sources hold one session and use one key.
   * Records are accounted to the session that was asked for last (before the first request: to the first one).
   * `format` names the extensions of its items; default: the source's format.
   */
  session(key: string, format?: string): SessionSink;
  /**
   * Takes a session that is one already (the `std001` format): masked, shortened and accounted, its ids kept. `attachments` are
   * those that its `content_refs` name.
   */
  adopt(session: Session, attachments?: readonly Content[]): void;
  report(diagnostic: Diagnostic): void;
}

/** What every item may carry. */
export interface ItemOrigin {
  /** ISO 8601 as the source has it, or milliseconds since 1970; absent where the source is silent. */
  at?: string | number | undefined;
  ref?: SourceRef | undefined;
  /** The source's own id of the item. */
  nativeId?: string | undefined;
  extensions?: Record<string, unknown> | undefined;
  /** Names of fields whose values are the adapter's guess. */
  inferred?: readonly string[] | undefined;
}

/** Calls and events of a session or of a sub-session. Each method gives the item's `seq`. */
export interface ItemSink {
  message(
    item: ItemOrigin & {
      role: 'user' | 'assistant' | 'system';
      text: string;
      origin?: MessageOrigin | undefined;
      from?: string | undefined;
      to?: string | undefined;
      model?: string | undefined;
      attachments?: readonly AttachmentPart[] | undefined;
    },
  ): number;
  /** Without `text` the source withheld it: the event says `omitted`. */
  thinking(item: ItemOrigin & { text?: string | undefined }): number;
  plan(
    item: ItemOrigin & {
      items: readonly PlanItem[];
      explanation?: string | undefined;
      /** Native id of the call that made it. */
      nativeCallId?: string | undefined;
    },
  ): number;
  review(
    item: ItemOrigin & { attempt: number; action: 'accept_plan' | 'request_changes' | 'abort'; feedback: string },
  ): number;
  notice(
    item: ItemOrigin & {
      kind: NoticeKind;
      text: string;
      nativeCallId?: string | undefined;
      /** The working directory from here on. */
      workdir?: string | undefined;
      tokensBefore?: number | undefined;
      tokensAfter?: number | undefined;
      durationMs?: number | undefined;
    },
  ): number;
  usage(item: ItemOrigin & { usage: TokenUsage; model?: string | undefined }): number;
  unknown(item: ItemOrigin & { recordType: string; raw: unknown }): number;

  /** Opens a call. Calls without a native id are closed by the `seq` given back. */
  openCall(call: CallStart): number;
  /**
   * Closes the open call with this native id or `seq`. A result that answers no open call is kept as a notice and
   * reported; a second result of a call is reported and dropped.
   */
  closeCall(id: string | number, result: CallResult): 'closed' | 'orphan' | 'duplicate';
  /** Adds to a call that was opened before, closed or not. */
  amendCall(id: string | number, more: CallAmendment): void;
  /**
   * Lets a result stand for that of a call which is closed: a log may write it again, and whole. Times, and what only the
   * first one told of the call's input and its subagent, stay. Changes nothing of a call that is open.
   */
  reviseCall(id: string | number, result: CallResult): void;
  /** Gives a message or thoughts that were told before another text: a log may write them again, and whole. */
  amendText(seq: number, text: string): void;
  /** Adds to a notice that was told before: what a compaction left is often known only from later records. */
  amendNotice(seq: number, more: { tokensBefore?: number; tokensAfter?: number; durationMs?: number }): void;
  /** Whether a call with this native id was opened here. */
  hasCall(nativeId: string): boolean;
  /** Marks items as left behind by a rewind or a retry. */
  abandon(seqs: Iterable<number>): void;
}

export interface SessionSink extends ItemSink {
  /** Facts of the session; a later fact replaces an earlier one of the same name, `undefined` changes nothing. */
  describe(facts: SessionFacts): void;
  annotate(annotation: SourceAnnotation): void;
  /**
   * The run of a subagent; the first request with this native id makes it. `format` names its extensions and those of
   * its items; default: the source's format.
   */
  subSession(nativeId: string, format?: string): SubSessionSink;
}

export interface SubSessionSink extends ItemSink {
  describe(facts: SubSessionFacts): void;
}

export interface CallStart extends ItemOrigin {
  name: string;
  /** Default: by the shared table of tool names. */
  category?: ToolCategory | undefined;
  params: Record<string, unknown>;
  description?: string | undefined;
  rawCommand?: string | undefined;
  subagent?: Partial<SubagentInfo> | undefined;
}

export interface CallResult {
  at?: string | number | undefined;
  ref?: SourceRef | undefined;
  /** Milliseconds, where the source measured it itself; else the span between start and end counts. */
  durationMs?: number | undefined;
  outcome: Outcome;
  /** One line. Default: the first line of the text. */
  display?: string | undefined;
  /** The textual result, whole. */
  text?: string | undefined;
  error?: string | undefined;
  /** True where the source itself says or shows that it cut the result. */
  truncated?: boolean | undefined;
  /** What kind of context the text is; makes it `context_contribution.full_content`. */
  contributes?: ContributionType | undefined;
  contributionSummary?: ContextContribution['summary'] | undefined;
  /** One that is no whole number within 2^53 is none. */
  exitCode?: number | undefined;
  stderr?: string | undefined;
  patches?: readonly FilePatch[] | undefined;
  attachments?: readonly AttachmentPart[] | undefined;
  /** Further fields of `output.result`. */
  fields?: Record<string, unknown> | undefined;
  subagent?: Partial<SubagentInfo> | undefined;
  extensions?: Record<string, unknown> | undefined;
  inferred?: readonly string[] | undefined;
}

export type CallAmendment = Pick<CallStart, 'subagent' | 'extensions' | 'inferred'> &
  Partial<Pick<CallResult, 'at' | 'durationMs' | 'outcome' | 'patches' | 'fields' | 'exitCode'>>;

/** An attachment, with its bytes (base64) where the source holds them: they go to the content folder. */
export interface AttachmentPart {
  kind: Attachment['kind'];
  media_type?: string | undefined;
  name?: string | undefined;
  /** Text of a document. */
  text?: string | undefined;
  base64?: string | undefined;
}

export interface SessionFacts {
  /** The session's own id in its source. */
  nativeId?: string | undefined;
  title?: string | undefined;
  description?: string | undefined;
  /** Default: the first user message. */
  prompt?: string | undefined;
  startedAt?: string | number | undefined;
  endedAt?: string | number | undefined;
  /** How long the source says that it took, in milliseconds; counts where no record tells a time. */
  durationMs?: number | undefined;
  modelId?: string | undefined;
  capabilitySnapshot?: string | undefined;
  /** Default: `in_progress` when a call is still open at the end, else `success`. */
  status?: SessionStatus | undefined;
  outcome?: Outcome | undefined;
  environment?: Environment | undefined;
  /** Default: the sum of the `usage` items. */
  usage?: TokenUsage | undefined;
  /** Of a response that is not told as an item yet, because more of it may come: added to the sum of the items. */
  usageToCome?: TokenUsage | undefined;
  parent?: ParentSession | undefined;
  plan?: Record<string, unknown> | undefined;
  review?: Record<string, unknown> | undefined;
  telemetry?: Record<string, unknown> | undefined;
  extensions?: Record<string, unknown> | undefined;
  inferred?: readonly string[] | undefined;
}

export interface SubSessionFacts {
  /** Native id of the parent sub-session; absent for a child of the session itself. */
  parentNativeId?: string | undefined;
  /** Native id of the call that started it. */
  triggeredBy?: string | undefined;
  /** Native ids of later calls that went on with it, among those of the same run as the first. */
  resumedBy?: readonly string[] | undefined;
  /** The agent's own id in its source. */
  agentId?: string | undefined;
  agentType?: string | undefined;
  modelId?: string | undefined;
  description?: string | undefined;
  status?: SessionStatus | undefined;
  outcome?: Outcome | undefined;
  startedAt?: string | number | undefined;
  endedAt?: string | number | undefined;
  environment?: Environment | undefined;
  /** As in {@link SessionFacts}. */
  usageToCome?: TokenUsage | undefined;
  parent?: ParentSession | undefined;
  extensions?: Record<string, unknown> | undefined;
  inferred?: readonly string[] | undefined;
}

/** A phase annotation in native call ids or `seq`s; ids that name no call are reported. */
export type SourceAnnotation = Omit<PhaseAnnotation, 'annotation_id' | 'tool_call_range'> & {
  from: string | number;
  to: string | number;
};
