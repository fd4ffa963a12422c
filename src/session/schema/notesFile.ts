import * as z from 'zod';

const id = z.string().min(1).max(300);

/** Where a note is pinned. Ids are those of items of a replay: calls and events of the session and of its subagents. */
export const notePlace = z.discriminatedUnion('kind', [
  z.looseObject({ kind: z.literal('item'), item: id }),
  /** A line of the change of a file, as it stood once the item had happened. */
  z.looseObject({
    kind: z.literal('line'),
    item: id,
    path: z.string().min(1).max(4096),
    /** Before the session, or after the item. */
    side: z.enum(['old', 'new']),
    /** 1-based. */
    line: z.number().int().positive(),
  }),
  /** A range of time, in milliseconds from the beginning of the replay. */
  z.looseObject({
    kind: z.literal('range'),
    from_ms: z.number().nonnegative(),
    to_ms: z.number().nonnegative(),
  }),
]);

/** A note of a reader. */
export const note = z.looseObject({
  /** Its name in the file. */
  id,
  on: notePlace,
  /** Plain text, never markup; empty for a bookmark. */
  text: z.string().max(20_000),
  created_at: z.iso.datetime({ offset: true }),
  author: z.string().max(300).optional(),
});

/** A sidecar of a session, `*.notes.json`: what its readers noted. */
export const notesFile = z.looseObject({
  format: z.literal('agent-replay-notes'),
  version: z.literal(1),
  session_id: id,
  notes: z.array(note).max(10_000),
});

export type NotePlace = z.infer<typeof notePlace>;
export type Note = z.infer<typeof note>;
export type NotesFile = z.infer<typeof notesFile>;
