import { z } from 'zod';
import {
  contextContribution,
  isoTime,
  phaseAnnotation as phaseAnnotationV30,
  sessionV30,
  subagentInfo as subagentInfoV30,
  toolCall as toolCallV30,
} from './std001v30.ts';

/**
 * STD-001 3.1: v3.0 plus optional fields that v3.0 readers ignore. `docs/std-001-3.1.md` says why each is there.
 * Every 3.1 document is a valid v3.0 document.
 */

/** What became of a call or a session; finer than v3.0's success/failed, which stays beside it. */
export const outcome = z.enum(['succeeded', 'failed', 'denied', 'interrupted', 'cancelled', 'unanswered', 'unknown']);

/** Where in its source file a thing came from. */
export const sourceRef = z.looseObject({
  /** Index into `provenance.sources`. */
  source: z.number().int().nonnegative(),
  /** 1-based. */
  line: z.number().int().positive(),
  byte_offset: z.number().int().nonnegative(),
  byte_length: z.number().int().nonnegative(),
  /** The source's own id of the thing. */
  native_id: z.string().optional(),
});

/** A text too long for the session file, kept whole beside it. The field itself keeps head, marker and tail. */
export const contentRef = z.looseObject({
  /** JSON Pointer (RFC 6901) of the shortened string, from the item that carries the reference. */
  pointer: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.number().int().nonnegative(),
  lines: z.number().int().nonnegative(),
  /** Relative to the folder of the session file; always inside `<session_id>.content/`. */
  path: z.string(),
});

/** Tokens by kind. `input` counts neither cache reads nor cache writes. A kind the source does not give is absent. */
export const tokenUsage = z.looseObject({
  input: z.number().nonnegative().optional(),
  output: z.number().nonnegative().optional(),
  cache_read: z.number().nonnegative().optional(),
  cache_write: z.number().nonnegative().optional(),
  /** Part of `output` that was reasoning. */
  reasoning: z.number().nonnegative().optional(),
  /** The source's own total, where it gives one. */
  total: z.number().nonnegative().optional(),
  cost_usd: z.number().nonnegative().optional(),
});

const extensions = z.record(z.string(), z.unknown());
/** Names of fields that v3.0 demands and the source did not give; their values are the best inference. */
const inferred = z.array(z.string());
const seq = z.number().int().positive();

const itemFields = {
  source_ref: sourceRef.optional(),
  inferred: inferred.optional(),
  /** Set on what a rewind or a retry left behind. */
  branch: z.literal('abandoned').optional(),
  content_refs: z.array(contentRef).optional(),
  extensions: extensions.optional(),
};

export const subagentInfo = subagentInfoV30.extend({ sub_session_id: z.string().optional() });

/** One hunk of a structured patch; `lines` start with ' ', '+' or '-'. */
const patchHunk = z.looseObject({
  old_start: z.number().int().nonnegative(),
  old_lines: z.number().int().nonnegative(),
  new_start: z.number().int().nonnegative(),
  new_lines: z.number().int().nonnegative(),
  lines: z.array(z.string()),
});

export const filePatch = z.looseObject({
  path: z.string(),
  change: z.enum(['added', 'modified', 'deleted', 'renamed']),
  /** Where a renamed file went. */
  moved_to: z.string().optional(),
  hunks: z.array(patchHunk).optional(),
});

export const toolCall = toolCallV30.extend({
  /** Position in the one order over calls and events. */
  seq: seq.optional(),
  outcome: outcome.optional(),
  output: toolCallV30.shape.output.extend({
    result: z
      .looseObject({
        display: z.string().optional(),
        /** The whole textual result, where it is not `context_contribution.full_content`. */
        text: z.string().optional(),
        stderr: z.string().optional(),
        exit_code: z.number().int().optional(),
        patches: z.array(filePatch).optional(),
        attachments: z.array(z.lazy(() => attachment)).optional(),
      })
      .optional(),
  }),
  context_contribution: contextContribution.optional(),
  subagent_info: subagentInfo.optional(),
  ...itemFields,
});

export const attachment = z.looseObject({
  kind: z.enum(['image', 'document', 'file']),
  media_type: z.string().optional(),
  name: z.string().optional(),
  bytes: z.number().int().nonnegative().optional(),
  /** Text of a document; a binary one is only in the content folder, under `content_refs`. */
  text: z.string().optional(),
});

const eventFields = {
  event_id: z.string().min(1),
  seq,
  at: isoTime.optional(),
  ...itemFields,
};

/** Who or what put a message there, where it is not the person or the model writing plainly. */
const messageOrigin = z.enum([
  'queued',
  'command',
  'shell',
  'teammate',
  'background_task',
  'hook',
  'context',
  'system',
]);

export const messageEvent = z.looseObject({
  ...eventFields,
  type: z.literal('message'),
  role: z.enum(['user', 'assistant', 'system']),
  text: z.string(),
  origin: messageOrigin.optional(),
  /** Agent names, in teams. */
  from: z.string().optional(),
  to: z.string().optional(),
  model: z.string().optional(),
  attachments: z.array(attachment).optional(),
});

/** `omitted: true` says that the source withheld the text: not the same as no thinking. */
export const thinkingEvent = z.looseObject({
  ...eventFields,
  type: z.literal('thinking'),
  text: z.string().optional(),
  omitted: z.literal(true).optional(),
});

const planItem = z.looseObject({
  text: z.string(),
  status: z.enum(['pending', 'in_progress', 'completed']),
  item_id: z.string().optional(),
  /** What is being done while the item is in progress. */
  active_text: z.string().optional(),
});

/** The whole checklist as of this moment. */
export const planEvent = z.looseObject({
  ...eventFields,
  type: z.literal('plan'),
  items: z.array(planItem),
  explanation: z.string().optional(),
  /** The call that made it: views draw the pair as one row. */
  call_id: z.string().optional(),
});

export const reviewEvent = z.looseObject({
  ...eventFields,
  type: z.literal('review'),
  attempt: z.number().int().positive(),
  action: z.enum(['accept_plan', 'request_changes', 'abort']),
  feedback: z.string(),
});

const noticeKind = z.enum([
  'compaction',
  'interruption',
  'hook',
  'api_error',
  'error',
  'warning',
  'info',
  'mode_change',
  'model_change',
  'truncation',
  'background_task',
  'retry',
  'orphan_result',
  'diff',
]);

export const noticeEvent = z.looseObject({
  ...eventFields,
  type: z.literal('notice'),
  kind: noticeKind,
  text: z.string(),
  call_id: z.string().optional(),
  /** The working directory from here on. */
  workdir: z.string().optional(),
  tokens_before: z.number().nonnegative().optional(),
  tokens_after: z.number().nonnegative().optional(),
  duration_ms: z.number().nonnegative().optional(),
});

/** Tokens of one model response, counted once however often the source repeats it. */
export const usageEvent = z.looseObject({
  ...eventFields,
  type: z.literal('usage'),
  usage: tokenUsage,
  model: z.string().optional(),
});

/** A record of a type the adapter does not know, whole and inert. */
export const unknownEvent = z.looseObject({
  ...eventFields,
  type: z.literal('unknown'),
  record_type: z.string(),
  raw: z.unknown(),
});

export const sessionEvent = z.discriminatedUnion('type', [
  messageEvent,
  thinkingEvent,
  planEvent,
  reviewEvent,
  noticeEvent,
  usageEvent,
  unknownEvent,
]);

/** v2.1 and v2.2 knew retries and explored files; v3.0 dropped them, 3.1 keeps them where they were recorded. */
export const phaseAnnotation = phaseAnnotationV30.extend({
  loop_info: z
    .looseObject({
      attempt_number: z.number().int().positive(),
      max_attempts: z.number().int().positive().optional(),
      is_retry: z.boolean(),
      previous_attempt_id: z.string().optional(),
    })
    .optional(),
  exploration_record: z
    .looseObject({
      files_considered: z.array(
        z.looseObject({ path: z.string(), reason: z.string().optional(), used: z.boolean().optional() }),
      ),
      selection_reasoning: z.string().optional(),
    })
    .optional(),
  inferred: inferred.optional(),
  extensions: extensions.optional(),
});

export const environment = z.looseObject({
  cwd: z.string().optional(),
  git_branch: z.string().optional(),
  git_commit: z.string().optional(),
  cli: z.string().optional(),
  cli_version: z.string().optional(),
  provider: z.string().optional(),
  approval: z.string().optional(),
  sandbox: z.string().optional(),
  reasoning_effort: z.string().optional(),
  reasoning_summaries: z.string().optional(),
});

const parentSession = z.looseObject({
  relation: z.enum(['resumed', 'forked', 'spawned']),
  /** The parent's own id in its source. */
  native_id: z.string().optional(),
  /** The last item that the two have in common, as the source names it. */
  message_id: z.string().optional(),
});

/** The run of a subagent, in the studio's STD-008 words. The list is flat; `parent_session_id` nests it. */
export const subSession = z.looseObject({
  sub_session_id: z.string().min(1),
  /** The session's id, or another sub-session's. */
  parent_session_id: z.string(),
  /** Absent where no call is known to have started it. */
  triggered_by_call_id: z.string().optional(),
  agent: z.looseObject({
    agent_id: z.string().optional(),
    agent_type: z.string().optional(),
    model_id: z.string().optional(),
  }),
  task: z.looseObject({ description: z.string().optional() }).optional(),
  started_at: isoTime,
  completed_at: isoTime.optional(),
  status: z.enum(['success', 'failed', 'in_progress']),
  outcome: outcome.optional(),
  tool_calls: z.array(toolCall),
  events: z.array(sessionEvent),
  environment: environment.optional(),
  usage: tokenUsage.optional(),
  /** Where its history came from, where that is not the run that started it. */
  parent: parentSession.optional(),
  inferred: inferred.optional(),
  extensions: extensions.optional(),
});

/** Every record read ends in exactly one of these; `records` is their sum. */
const account = z.looseObject({
  records: z.number().int().nonnegative(),
  converted: z.number().int().nonnegative(),
  unknown: z.number().int().nonnegative(),
  ignored: z.record(z.string(), z.number().int().positive()),
  dropped: z.number().int().nonnegative(),
});

export const provenance = z.looseObject({
  source_format: z.string(),
  sources: z.array(
    z.looseObject({
      /** Relative to the root that was given, `/`-separated. */
      name: z.string(),
      sha256: z.string(),
      bytes: z.number().int().nonnegative(),
      records: z.number().int().nonnegative(),
    }),
  ),
  account,
  /** How many diagnostics of each code. */
  diagnostics: z.record(z.string(), z.number().int().positive()),
  /** How many masks of each redaction rule; the secrets themselves are nowhere. */
  redactions: z.record(z.string(), z.number().int().positive()),
});

export const session = sessionV30.extend({
  schema_version: z.literal('3.1'),
  tool_calls: z.array(toolCall),
  events: z.array(sessionEvent),
  sub_sessions: z.array(subSession),
  phase_annotations: z.array(phaseAnnotation).optional(),
  outcome: outcome.optional(),
  environment: environment.optional(),
  usage: tokenUsage.optional(),
  parent: parentSession.optional(),
  plan: z.looseObject({}).optional(),
  review: z.looseObject({}).optional(),
  telemetry: z.looseObject({}).optional(),
  /** Who took part, in the studio's multi-agent sessions (STD-008). */
  collaboration: z.looseObject({ mode: z.string() }).optional(),
  inferred: inferred.optional(),
  provenance: provenance.optional(),
  extensions: extensions.optional(),
});

/** A session without its items: what a writer that streams them holds in memory. */
const sessionHead = session.omit({ tool_calls: true, events: true, sub_sessions: true });

export type SessionHead = z.infer<typeof sessionHead>;
export type Outcome = z.infer<typeof outcome>;
export type SourceRef = z.infer<typeof sourceRef>;
export type ContentRef = z.infer<typeof contentRef>;
export type TokenUsage = z.infer<typeof tokenUsage>;
export type PatchHunk = z.infer<typeof patchHunk>;
export type FilePatch = z.infer<typeof filePatch>;
export type ToolCall = z.infer<typeof toolCall>;
export type Attachment = z.infer<typeof attachment>;
export type MessageOrigin = z.infer<typeof messageOrigin>;
export type MessageEvent = z.infer<typeof messageEvent>;
export type ThinkingEvent = z.infer<typeof thinkingEvent>;
export type PlanItem = z.infer<typeof planItem>;
export type PlanEvent = z.infer<typeof planEvent>;
export type ReviewEvent = z.infer<typeof reviewEvent>;
export type NoticeKind = z.infer<typeof noticeKind>;
export type NoticeEvent = z.infer<typeof noticeEvent>;
export type UsageEvent = z.infer<typeof usageEvent>;
export type UnknownEvent = z.infer<typeof unknownEvent>;
export type SessionEvent = z.infer<typeof sessionEvent>;
export type PhaseAnnotation = z.infer<typeof phaseAnnotation>;
export type SubSession = z.infer<typeof subSession>;
export type Environment = z.infer<typeof environment>;
export type ParentSession = z.infer<typeof parentSession>;
export type Account = z.infer<typeof account>;
export type Provenance = z.infer<typeof provenance>;
export type Session = z.infer<typeof session>;
