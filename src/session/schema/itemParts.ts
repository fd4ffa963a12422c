import * as z from 'zod';

/** Outcome of a call or a session; finer than v3.0's success/failed, which is kept beside it. */
export const outcome = z.enum(['succeeded', 'failed', 'denied', 'interrupted', 'cancelled', 'unanswered', 'unknown']);

/** The place in a source file that something came from. */
export const sourceRef = z.looseObject({
  /** Index into `provenance.sources`. */
  source: z.number().int().nonnegative(),
  /** 1-based. */
  line: z.number().int().positive(),
  byte_offset: z.number().int().nonnegative(),
  byte_length: z.number().int().nonnegative(),
  /** The source's own id of it. */
  native_id: z.string().optional(),
});

/** A text too long for the session file, kept in full beside it. The field itself keeps head, marker and tail. */
export const contentRef = z.looseObject({
  /** JSON Pointer (RFC 6901) to the shortened string, from the item that has the reference. */
  pointer: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.number().int().nonnegative(),
  lines: z.number().int().nonnegative(),
  /** Relative to the folder of the session file; always inside `<session_id>.content/`. */
  path: z.string(),
});

/** Tokens by kind. `input` excludes cache reads and cache writes. A kind that the source does not state is absent. */
export const tokenUsage = z.looseObject({
  input: z.number().nonnegative().optional(),
  output: z.number().nonnegative().optional(),
  cache_read: z.number().nonnegative().optional(),
  cache_write: z.number().nonnegative().optional(),
  /** The part of `output` that was reasoning. */
  reasoning: z.number().nonnegative().optional(),
  /** The source's own total, if it states one. */
  total: z.number().nonnegative().optional(),
  cost_usd: z.number().nonnegative().optional(),
});

/** Data of a format that has no field here, by format. */
export const extensions = z.record(z.string(), z.unknown());
/** Names of fields that v3.0 requires and the source lacks; their values are the best inference. */
export const inferred = z.array(z.string());
/** Position in the common order of calls and events. */
export const seq = z.number().int().positive();

/** Fields that calls and events share. */
export const itemFields = {
  source_ref: sourceRef.optional(),
  inferred: inferred.optional(),
  /** Set on items that a rewind or a retry left behind. */
  branch: z.literal('abandoned').optional(),
  content_refs: z.array(contentRef).optional(),
  extensions: extensions.optional(),
};

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
  /** The new path of a renamed file. */
  moved_to: z.string().optional(),
  hunks: z.array(patchHunk).optional(),
  /** The whole file before the first change of a session, where the source states it. */
  before: z.string().optional(),
});

export const attachment = z.looseObject({
  kind: z.enum(['image', 'document', 'file']),
  media_type: z.string().optional(),
  name: z.string().optional(),
  bytes: z.number().int().nonnegative().optional(),
  /** Text of a document; a binary document is only in the content folder, under `content_refs`. */
  text: z.string().optional(),
});

export type Outcome = z.infer<typeof outcome>;
export type SourceRef = z.infer<typeof sourceRef>;
export type ContentRef = z.infer<typeof contentRef>;
export type TokenUsage = z.infer<typeof tokenUsage>;
export type PatchHunk = z.infer<typeof patchHunk>;
export type FilePatch = z.infer<typeof filePatch>;
export type Attachment = z.infer<typeof attachment>;
