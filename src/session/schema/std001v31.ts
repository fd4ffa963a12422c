import * as z from 'zod';
import { attachment, extensions, filePatch, inferred, itemFields, outcome, seq, tokenUsage } from './itemParts.ts';
import { sessionEvent } from './sessionEvent.ts';
import {
  contextContribution,
  contextReference,
  decision,
  isoTime,
  phaseAnnotation as phaseAnnotationV30,
  sessionStatus,
  sessionV30,
  subagentInfo as subagentInfoV30,
  toolCall as toolCallV30,
} from './std001v30.ts';

/**
 * STD-001 3.1: v3.0 plus optional fields that v3.0 readers ignore. `docs/std-001-3.1.md` gives the reason for each. Every 3.1 document is a
 * valid v3.0 document.
 */

export const subagentInfo = subagentInfoV30.extend({ sub_session_id: z.string().optional() });

export const toolCall = toolCallV30.extend({
  seq: seq.optional(),
  outcome: outcome.optional(),
  /** When a person was asked to allow the call, and when the answer came; part of the call's own time. */
  approval: z.looseObject({ asked_at: isoTime, answered_at: isoTime }).optional(),
  output: toolCallV30.shape.output.extend({
    result: z
      .looseObject({
        display: z.string().optional(),
        /** The whole textual result, if it is not in `context_contribution.full_content`. */
        text: z.string().optional(),
        stderr: z.string().optional(),
        exit_code: z.number().int().optional(),
        patches: z.array(filePatch).optional(),
        attachments: z.array(attachment).optional(),
      })
      .optional(),
  }),
  context_contribution: contextContribution.optional(),
  subagent_info: subagentInfo.optional(),
  ...itemFields,
});

/** v2.1 and v2.2 had retries and explored files; v3.0 dropped them, 3.1 keeps them where they were recorded. */
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
  /** The language of the run, such as `zh-CN`. */
  locale: z.string().optional(),
});

const parentSession = z.looseObject({
  relation: z.enum(['resumed', 'forked', 'spawned']),
  /** The parent's own id in its source. */
  native_id: z.string().optional(),
  /** The last item that the two have in common, as the source names it. */
  message_id: z.string().optional(),
});

/** The run of a subagent, in the terms of the studio's STD-008. The list is flat; `parent_session_id` gives the nesting. */
export const subSession = z.looseObject({
  sub_session_id: z.string().min(1),
  /** Id of the session, or of another sub-session. */
  parent_session_id: z.string(),
  /** Absent where the call that started it is unknown. */
  triggered_by_call_id: z.string().optional(),
  agent: z.looseObject({
    agent_id: z.string().optional(),
    agent_type: z.string().optional(),
    model_id: z.string().optional(),
  }),
  task: z.looseObject({ description: z.string().optional() }).optional(),
  started_at: isoTime,
  completed_at: isoTime.optional(),
  status: sessionStatus,
  outcome: outcome.optional(),
  tool_calls: z.array(toolCall),
  events: z.array(sessionEvent),
  environment: environment.optional(),
  usage: tokenUsage.optional(),
  /** Where its history came from, if not from the run that started it. */
  parent: parentSession.optional(),
  inferred: inferred.optional(),
  extensions: extensions.optional(),
});

/** Every record read is counted in exactly one of these; `records` is their sum. */
const account = z.looseObject({
  records: z.number().int().nonnegative(),
  converted: z.number().int().nonnegative(),
  unknown: z.number().int().nonnegative(),
  ignored: z.record(z.string(), z.number().int().positive()),
  dropped: z.number().int().nonnegative(),
});

export const provenance = z.looseObject({
  source_format: z.string(),
  /** The author of the adapter, if it is not one of the kit's own. */
  adapter: z
    .looseObject({
      package: z.string().optional(),
      version: z.string().optional(),
      /** The version of the adapter contract that it was made for. */
      contract: z.number().int().positive(),
    })
    .optional(),
  sources: z.array(
    z.looseObject({
      /** Relative to the given root, `/`-separated. */
      name: z.string(),
      sha256: z.string(),
      bytes: z.number().int().nonnegative(),
      records: z.number().int().nonnegative(),
    }),
  ),
  account,
  /** Number of diagnostics by code. */
  diagnostics: z.record(z.string(), z.number().int().positive()),
  /** Number of masks by redaction rule; the secrets themselves are stored nowhere. */
  redactions: z.record(z.string(), z.number().int().positive()),
});

/** A phase of v2, which v3.0 keeps for old readers. A phase without calls exists only here. */
export const phase = z.looseObject({
  phase_id: z.string(),
  phase_type: phaseAnnotationV30.shape.phase_type,
  status: z.enum(['pending', 'running', 'success', 'failed', 'skipped']),
  input: z.looseObject({}),
  output: z.looseObject({}),
  tool_call_ids: z.array(z.string()),
  context_used: z.array(contextReference),
  decisions: z.array(decision),
  description: phaseAnnotation.shape.description,
  loop_info: phaseAnnotation.shape.loop_info,
  exploration_record: phaseAnnotation.shape.exploration_record,
});

export const session = sessionV30.extend({
  schema_version: z.literal('3.1'),
  tool_calls: z.array(toolCall),
  events: z.array(sessionEvent),
  sub_sessions: z.array(subSession),
  phase_annotations: z.array(phaseAnnotation).optional(),
  /** v2's own list; every call belongs to one phase, because readers of v2 show only these. */
  phases: z.array(phase).optional(),
  outcome: outcome.optional(),
  environment: environment.optional(),
  usage: tokenUsage.optional(),
  parent: parentSession.optional(),
  plan: z.looseObject({}).optional(),
  review: z.looseObject({}).optional(),
  telemetry: z.looseObject({}).optional(),
  /** Participants, in the studio's multi-agent sessions (STD-008). */
  collaboration: z.looseObject({ mode: z.string() }).optional(),
  inferred: inferred.optional(),
  provenance: provenance.optional(),
  extensions: extensions.optional(),
});

/** A session without its items: what a streaming writer holds in memory. */
const sessionHead = session.omit({ tool_calls: true, events: true, sub_sessions: true });

export type SessionHead = z.infer<typeof sessionHead>;
export type ToolCall = z.infer<typeof toolCall>;
export type Phase = z.infer<typeof phase>;
export type PhaseAnnotation = z.infer<typeof phaseAnnotation>;
export type SubSession = z.infer<typeof subSession>;
export type Environment = z.infer<typeof environment>;
export type ParentSession = z.infer<typeof parentSession>;
export type Account = z.infer<typeof account>;
export type Provenance = z.infer<typeof provenance>;
export type Session = z.infer<typeof session>;
