import { field, type JsonObject } from '../read/jsonObject.ts';

/**
 * Hands the notes of the steps out to the calls that made them. The log keeps notes by step and counts them by call:
 * each call takes as many as it counts, the last one of a step what is left.
 */
export interface NoteDesk {
  take(call: JsonObject): readonly unknown[];
}

export function createNoteDesk(steps: readonly JsonObject[], calls: readonly JsonObject[]): NoteDesk {
  const left = new Map<unknown, unknown[]>();
  for (const step of steps) {
    if (!left.has(step.id)) left.set(step.id, [...field.list(step, 'notes')]);
  }
  const calling = new Map<unknown, number>();
  for (const { step_id } of calls) calling.set(step_id, (calling.get(step_id) ?? 0) + 1);
  return {
    take({ step_id, note_count }) {
      const notes = left.get(step_id) ?? [];
      const later = (calling.get(step_id) ?? 1) - 1;
      calling.set(step_id, later);
      return notes.splice(0, later === 0 || typeof note_count !== 'number' ? notes.length : note_count);
    },
  };
}
