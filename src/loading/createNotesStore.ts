import type { Note, NotesFile } from '../session/index.ts';

/** The notes on a session, kept by a server. */
export interface NotesStore {
  /** Rejects where they cannot be fetched, or are not notes on this session; its message says why. */
  load(): Promise<readonly Note[]>;
  /** Replaces all notes. Calls may overlap: the last one is what stays. Rejects where the server did not keep them. */
  save(notes: readonly Note[]): Promise<void>;
}

/**
 * Makes a store of notes behind an address, which answers GET with a file of notes (`*.notes.json`) and takes one by PUT, as
 * `agent-replay open` does.
 */
export function createNotesStore({ address, session }: { address: string; session: string }): NotesStore {
  let last: Promise<void> = Promise.resolve();
  return {
    async load() {
      const answer = await fetch(address);
      if (!answer.ok) throw new Error(await answer.text());
      return notesIn(await answer.json(), session);
    },
    save(notes) {
      const body = JSON.stringify({ format: 'agent-replay-notes', version: 1, session_id: session, notes });
      const put = async (): Promise<void> => {
        const answer = await fetch(address, { method: 'PUT', body, headers: { 'content-type': 'application/json' } });
        if (!answer.ok) throw new Error(await answer.text());
      };
      // One after the other, so that the older never arrives last.
      const mine = last.then(put, put);
      last = mine;
      return mine;
    },
  };
}

/** The notes in a file of notes. Throws where it is none, or is about another session. */
function notesIn(file: unknown, session: string): readonly Note[] {
  const { format, session_id, notes } = (file ?? {}) as Partial<NotesFile>;
  const isFile = format === 'agent-replay-notes' && Array.isArray(notes) && notes.every(isNote);
  if (!isFile) throw new Error('It is no file of notes (*.notes.json).');
  if (session_id !== session) throw new Error(`These are notes on ${session_id}, and this is ${session}.`);
  return notes;
}

/** What a page needs of a note. The schema, which says more, would cost it more than all of this file. */
function isNote(note: Partial<Note> | null): boolean {
  return typeof note?.id === 'string' && typeof note.text === 'string' && isPlace(note.on ?? undefined);
}

function isPlace(on: Partial<Record<string, unknown>> | undefined): boolean {
  switch (on?.kind) {
    case 'item':
      return typeof on.item === 'string';
    case 'line':
      return typeof on.item === 'string' && typeof on.path === 'string' && typeof on.line === 'number';
    case 'range':
      return typeof on.from_ms === 'number' && typeof on.to_ms === 'number';
    default:
      return false;
  }
}
