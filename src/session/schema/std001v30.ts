import * as z from 'zod';

/**
 * STD-001 v3.0 as its author wrote it: every field that the standard names, with its enums, required where the standard says so. Objects
 * are loose: v3.0 readers ignore unknown fields, and 3.1 adds its fields that way.
 */

/** ISO 8601 date and time. The kit writes UTC with milliseconds, `2026-01-25T10:00:00.000Z`; it reads any form. */
export const isoTime = z.string().min(1);

export const toolCategory = z.enum(['perception', 'action', 'interaction', 'planning', 'task_management']);

export const phaseType = z.enum(['understand', 'explore', 'plan', 'execute', 'verify', 'mixed', 'unclassified']);

export const contextType = z.enum([
  'claude_md',
  'rule',
  'standard',
  'skill',
  'spec',
  'file',
  'user_message',
  'tool_result',
  'capability',
]);

export const sessionStatus = z.enum(['success', 'failed', 'in_progress']);

export const contributionType = z.enum(['file_content', 'search_result', 'command_output', 'knowledge']);

export const decisionType = z.enum(['tool_selection', 'approach', 'error_handling', 'skip', 'retry']);

/** Confidence of an annotation, or relevance of a reference. */
export const level = z.enum(['high', 'medium', 'low']);

export const annotator = z.enum(['agent', 'human', 'auto']);

export const usageMode = z.enum(['read', 'modified', 'read_then_modified']);

export const subagentInfo = z.looseObject({
  subagent_type: z.string(),
  /** Calls made inside the subagent. */
  tool_uses: z.number().int().nonnegative(),
  tokens_used: z.number().nonnegative().optional(),
  tools_breakdown: z.array(z.looseObject({ tool_name: z.string(), count: z.number().int().nonnegative() })).optional(),
});

export const contextContribution = z.looseObject({
  type: contributionType,
  summary: z.string(),
  full_content: z.string().optional(),
});

export const toolCall = z.looseObject({
  call_id: z.string().min(1),
  tool_name: z.string(),
  tool_category: toolCategory,
  started_at: isoTime,
  ended_at: isoTime,
  /** Milliseconds. */
  duration_ms: z.number().nonnegative(),
  input: z.looseObject({
    params: z.record(z.string(), z.unknown()),
    description: z.string().optional(),
    raw_command: z.string().optional(),
  }),
  output: z.looseObject({
    status: z.enum(['success', 'failed']),
    result: z.looseObject({ display: z.string().optional() }).optional(),
    error: z.string().optional(),
    truncated: z.boolean().optional(),
  }),
  context_contribution: contextContribution.optional(),
  subagent_info: subagentInfo.optional(),
});

export const contextReference = z.looseObject({
  type: contextType,
  source: z.string(),
  relevance: level,
  summary: z.string().optional(),
  quoted_content: z.string().optional(),
  usage_mode: usageMode.optional(),
});

export const decision = z.looseObject({
  decision_id: z.string(),
  type: decisionType,
  description: z.string(),
  reasoning: z.string().optional(),
  alternatives_considered: z.array(z.string()).optional(),
});

export const phaseAnnotation = z.looseObject({
  annotation_id: z.string(),
  phase_type: phaseType,
  /** Both ends included. */
  tool_call_range: z.looseObject({ start_call_id: z.string(), end_call_id: z.string() }),
  annotated_by: annotator,
  annotated_at: isoTime,
  confidence: level,
  description: z.string().optional(),
  decisions: z.array(decision).optional(),
  context_used: z.array(contextReference).optional(),
});

export const sessionSummary = z.looseObject({
  /** Milliseconds. */
  total_duration_ms: z.number().nonnegative(),
  tool_calls_count: z.number().int().nonnegative(),
  files_created: z.array(z.string()),
  files_modified: z.array(z.string()),
  errors_encountered: z.number().int().nonnegative().optional(),
});

export const sessionV30 = z.looseObject({
  session_id: z.string().min(1),
  task_title: z.string().min(1),
  task_description: z.string().optional(),
  user_prompt: z.string(),
  created_at: isoTime,
  completed_at: isoTime,
  status: sessionStatus,
  agent: z.looseObject({ model_id: z.string(), capability_snapshot: z.string().optional() }),
  tool_calls: z.array(toolCall),
  phase_annotations: z.array(phaseAnnotation).optional(),
  summary: sessionSummary,
});

export type ToolCategory = z.infer<typeof toolCategory>;
export type PhaseType = z.infer<typeof phaseType>;
export type ContextType = z.infer<typeof contextType>;
export type ContributionType = z.infer<typeof contributionType>;
export type SessionStatus = z.infer<typeof sessionStatus>;
export type SubagentInfo = z.infer<typeof subagentInfo>;
export type ContextContribution = z.infer<typeof contextContribution>;
export type ContextReference = z.infer<typeof contextReference>;
export type Decision = z.infer<typeof decision>;
export type SessionSummary = z.infer<typeof sessionSummary>;
export type SessionV30 = z.infer<typeof sessionV30>;
