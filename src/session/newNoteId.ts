import type { Note } from './schema/notesFile.ts';

/** An id that none of the notes has. */
export function newNoteId(notes: readonly Pick<Note, 'id'>[]): string {
  const taken = new Set(notes.map(({ id }) => id));
  let number = notes.length + 1;
  while (taken.has(`note-${number}`)) number += 1;
  return `note-${number}`;
}
