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
 * What a converter writes to. The assembly masks secrets before anything else sees a text, numbers and orders the items, pairs results with
 * calls, infers what v3.0 requires and the source omits, and computes totals.
 */
export interface Assembly {
  /**
   * The session with this key, created on first request. Most sources hold one session and use one key. Records are accounted to the
   * session requested last (before any request: to the first one). `format` names the extensions of its items; default: the source's
   * format.
   */
  session(key: string, format?: string): SessionSink;
  /**
   * Adopts a complete session (the `std001` format): masks, shortens and accounts it, and keeps its ids. `attachments` are those that its
   * `content_refs` name.
   */
  adopt(session: Session, attachments?: readonly Content[]): void;
  report(diagnostic: Diagnostic): void;
}

/** Fields that every item may have. */
export interface ItemOrigin {
  /** ISO 8601 as in the source, or milliseconds since 1970; absent if the source has no time. */
  at?: string | number | undefined;
  ref?: SourceRef | undefined;
  /** The item's own id in the source. */
  nativeId?: string | undefined;
  extensions?: Record<string, unknown> | undefined;
  /** Names of fields whose values the adapter inferred. */
  inferred?: readonly string[] | undefined;
}

/** Calls and events of a session or of a sub-session. Each method returns the item's `seq`. */
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
  /** Without `text`, the source withheld it: the event is marked `omitted`. */
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
      /** The working directory of the items that follow. */
      workdir?: string | undefined;
      tokensBefore?: number | undefined;
      tokensAfter?: number | undefined;
      durationMs?: number | undefined;
    },
  ): number;
  usage(item: ItemOrigin & { usage: TokenUsage; model?: string | undefined }): number;
  unknown(item: ItemOrigin & { recordType: string; raw: unknown }): number;

  /** Opens a call. A call without a native id is closed by the returned `seq`. */
  openCall(call: CallStart): number;
  /**
   * Closes the open call with this native id or `seq`. A result that matches no open call is kept as a notice and reported; a second result
   * for a call is reported and dropped.
   */
  closeCall(id: string | number, result: CallResult): 'closed' | 'orphan' | 'duplicate';
  /** Adds fields to a call opened before, closed or not. */
  amendCall(id: string | number, more: CallAmendment): void;
  /**
   * Replaces the result of a closed call, because a log may repeat a result in full. Times are kept, and so are details of the call's input
   * and subagent that only the first result had. Does nothing to an open call.
   */
  reviseCall(id: string | number, result: CallResult): void;
  /** Replaces the text of an earlier message or thought, because a log may repeat it in full. */
  amendText(seq: number, text: string): void;
  /** Replaces the figures of an earlier usage, because a log may repeat a response with what it took in the end. */
  amendUsage(seq: number, usage: TokenUsage): void;
  /** Adds fields to an earlier notice: what a compaction left is often known only from later records. */
  amendNotice(seq: number, more: { tokensBefore?: number; tokensAfter?: number; durationMs?: number }): void;
  /** Whether a call with this native id was opened here. */
  hasCall(nativeId: string): boolean;
  /** Marks items as left behind by a rewind or a retry. */
  abandon(seqs: Iterable<number>): void;
}

export interface SessionSink extends ItemSink {
  /** Facts about the session; a later fact replaces an earlier one of the same name, `undefined` changes nothing. */
  describe(facts: SessionFacts): void;
  annotate(annotation: SourceAnnotation): void;
  /**
   * Says that no call will come any more, once a source that holds many sessions goes on to the next: gives up what was kept to find out
   * what later calls use of earlier ones. What comes nevertheless is kept, but not traced to earlier calls.
   */
  complete(): void;
  /**
   * The run of a subagent, created on the first request with this native id. `format` names its extensions and those of its items; default:
   * the source's format.
   */
  subSession(nativeId: string, format?: string): SubSessionSink;
}

export interface SubSessionSink extends ItemSink {
  describe(facts: SubSessionFacts): void;
}

export interface CallStart extends ItemOrigin {
  name: string;
  /** Default: looked up in the shared table of tool names. */
  category?: ToolCategory | undefined;
  params: Record<string, unknown>;
  description?: string | undefined;
  rawCommand?: string | undefined;
  subagent?: Partial<SubagentInfo> | undefined;
}

export interface CallResult {
  at?: string | number | undefined;
  ref?: SourceRef | undefined;
  /** Milliseconds, if the source measured the duration itself; otherwise it is the span between start and end. */
  durationMs?: number | undefined;
  outcome: Outcome;
  /** One line. Default: the first line of the text. */
  display?: string | undefined;
  /** The complete result as text. */
  text?: string | undefined;
  error?: string | undefined;
  /** True if the source itself says or shows that it truncated the result. */
  truncated?: boolean | undefined;
  /** The kind of context that the text is; sets `context_contribution.full_content`. */
  contributes?: ContributionType | undefined;
  contributionSummary?: ContextContribution['summary'] | undefined;
  /** Ignored unless it is a whole number within 2^53. */
  exitCode?: number | undefined;
  stderr?: string | undefined;
  patches?: readonly FilePatch[] | undefined;
  attachments?: readonly AttachmentPart[] | undefined;
  /** Additional fields of `output.result`. */
  fields?: Record<string, unknown> | undefined;
  subagent?: Partial<SubagentInfo> | undefined;
  extensions?: Record<string, unknown> | undefined;
  inferred?: readonly string[] | undefined;
}

export type CallAmendment = Pick<CallStart, 'subagent' | 'extensions' | 'inferred'> &
  Partial<Pick<CallResult, 'at' | 'durationMs' | 'outcome' | 'error' | 'patches' | 'fields' | 'exitCode'>> & {
    /** When a person was asked to allow the call, and when they answered; ignored unless both are times. */
    approval?: { readonly askedAt: string | number; readonly answeredAt: string | number } | undefined;
  };

/** An attachment, with its bytes (base64) if the source holds them: they are stored in the content folder. */
export interface AttachmentPart {
  kind: Attachment['kind'];
  media_type?: string | undefined;
  name?: string | undefined;
  /** The text of a document. */
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
  /** Duration that the source states, in milliseconds; used if no record has a time. */
  durationMs?: number | undefined;
  modelId?: string | undefined;
  capabilitySnapshot?: string | undefined;
  /** Default: `in_progress` if a call is still open at the end, else `success`. */
  status?: SessionStatus | undefined;
  outcome?: Outcome | undefined;
  environment?: Environment | undefined;
  /** Default: the sum of the `usage` items. */
  usage?: TokenUsage | undefined;
  /** Usage of a response that is not an item yet, because more of it may come: added to the sum of the items. */
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
  /** Native ids of later calls that continued it; they belong to the same run as the first. */
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

/** A phase annotation that names calls by native id or `seq`; ids that match no call are reported. */
export type SourceAnnotation = Omit<PhaseAnnotation, 'annotation_id' | 'tool_call_range'> & {
  from: string | number;
  to: string | number;
};
