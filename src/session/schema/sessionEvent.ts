import * as z from 'zod';
import { attachment, itemFields, seq, tokenUsage } from './itemParts.ts';
import { isoTime } from './std001v30.ts';

const eventFields = {
  event_id: z.string().min(1),
  seq,
  at: isoTime.optional(),
  ...itemFields,
};

/** Who or what put a message there, unless the person or the model plainly wrote it. */
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

/** `omitted: true` means that the source withheld the text, which differs from no thinking. */
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
  /** Description shown while the item is in progress. */
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

/** A record of a type that the adapter does not know, kept whole and inert. */
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
