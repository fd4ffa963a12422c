import type { Note, NotesFile } from '../session/index.ts';
import { newNoteId } from '../session/internal.ts';

/** The notes on a session, kept by a server. */
export interface NotesStore {
  /** Rejects where they cannot be fetched, or are not notes on this session; its message says why. */
  load(): Promise<readonly Note[]>;
  /**
   * Keeps what changed since the page last got or saved its notes, and gives all that are kept now: more than were handed over where
   * another page wrote some meanwhile. Calls may overlap: they are kept in their order. Rejects where the server did not keep them.
   */
  save(notes: readonly Note[]): Promise<readonly Note[]>;
}

/** What the server holds, and its name for that version; undefined of a server that names none. */
interface Held {
  readonly notes: readonly Note[];
  readonly version: string | undefined;
}

/** How often a save is tried again because another page was faster. */
const MOST_TRIES = 5;

/**
 * Makes a store of notes behind an address, which answers GET with a file of notes (`*.notes.json`) and takes one by PUT, as
 * `agent-replay open` does. Where its answers have an `ETag`, notes of several pages on one session are joined: a PUT names the version it
 * was made from (`If-Match`), and the answer 412 says that there is a newer one.
 */
export function createNotesStore({ address, session }: { address: string; session: string }): NotesStore {
  let last: Promise<unknown> = Promise.resolve();
  /** What the page has handed over last, and what its next notes are compared with: what it had when something was kept last. */
  let shown: readonly Note[] = [];
  let base = shown;
  let held: Held = { notes: shown, version: undefined };
  const get = async (): Promise<readonly Note[]> => {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(await answer.text());
    const notes = notesIn(await answer.json(), session);
    held = { notes, version: versionOf(answer) };
    return notes;
  };
  const put = async (mine: readonly Note[], tries = MOST_TRIES): Promise<readonly Note[]> => {
    const notes = joinNotes(base, mine, held.notes);
    const { version } = held;
    const headers = { 'content-type': 'application/json', ...(version === undefined ? {} : { 'if-match': version }) };
    const body = JSON.stringify({ format: 'agent-replay-notes', version: 1, session_id: session, notes });
    const answer = await fetch(address, { method: 'PUT', body, headers });
    if (answer.status === 412 && tries > 1) {
      await get();
      return put(mine, tries - 1);
    }
    if (!answer.ok) throw new Error(await answer.text());
    held = { notes, version: versionOf(answer) };
    return notes;
  };
  return {
    async load() {
      shown = await get();
      base = shown;
      return shown;
    },
    save(notes) {
      shown = notes;
      const keep = async (): Promise<readonly Note[]> => {
        const kept = await put(notes);
        base = shown === notes ? kept : notes;
        return kept;
      };
      // One after the other, so that the older never arrives last.
      const mine = last.then(keep, keep);
      last = mine;
      return mine;
    },
  };
}

function versionOf(answer: Response): string | undefined {
  return answer.headers.get('etag') ?? undefined;
}

/**
 * The notes that two pages made of the same ones. What one of them changed, added or took away is so; what both changed is there twice, and
 * what one changed stays although the other took it away.
 */
function joinNotes(base: readonly Note[], mine: readonly Note[], theirs: readonly Note[]): readonly Note[] {
  if (JSON.stringify(theirs) === JSON.stringify(base)) return mine;
  const before = new Map(base.map((note) => [note.id, JSON.stringify(note)]));
  const isAsBefore = (note: Note): boolean => before.get(note.id) === JSON.stringify(note);
  const kept = new Set(mine.map(({ id }) => id));
  const joined = theirs.filter((note) => !isAsBefore(note) || kept.has(note.id));
  for (const note of mine.filter((each) => !isAsBefore(each))) {
    if (joined.some((each) => saysTheSame(each, note))) continue;
    const at = joined.findIndex(({ id }) => id === note.id);
    const old = joined[at];
    if (old !== undefined && isAsBefore(old)) joined[at] = note;
    else joined.push(old === undefined ? note : { ...note, id: newNoteId(joined) });
  }
  return joined;
}

function saysTheSame(one: Note, other: Note): boolean {
  return one.text === other.text && JSON.stringify(one.on) === JSON.stringify(other.on);
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
  return typeof note?.id === 'string' && typeof note.text === 'string' && isNotePlace(note.on ?? undefined);
}

function isNotePlace(on: Partial<Record<string, unknown>> | undefined): boolean {
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
