import type { Note, NotePlace } from '../session/index.ts';
import { newNoteId } from '../session/internal.ts';
import { chapterOfItems } from './chapters.ts';
import { countBelow } from './countUpTo.ts';
import { memoize } from './memoize.ts';
import type { SessionIndex } from './sessionIndex.ts';
import { type SessionMs, sessionMs } from './timeAxis.ts';

/** A note at its place in a session. */
export interface PlacedNote {
  readonly note: Note;
  /** Position in `SessionIndex.items` of the item it is pinned on; of a range, the first item in it, or else the last before it. */
  readonly item: number;
  readonly at: SessionMs;
  /** The end of a range. */
  readonly until: SessionMs | undefined;
}

/** The notes of a session: those that have a place in it, in the order of the replay, and those whose item it does not have. */
export interface PlacedNotes {
  readonly placed: readonly PlacedNote[];
  readonly lost: readonly Note[];
}

/** Finds the place of each note. Notes of one place keep their order. */
export const placeNotes = memoize((index: SessionIndex, notes: readonly Note[]): PlacedNotes => {
  const found = notes.map((note) => ({ note, place: placeOf(index, note.on) }));
  const placed = found.flatMap(({ note, place }) => (place === undefined ? [] : [{ note, ...place }]));
  return {
    placed: placed.sort((a, b) => a.at - b.at || a.item - b.item),
    lost: found.flatMap(({ note, place }) => (place === undefined ? [note] : [])),
  };
});

function placeOf(index: SessionIndex, on: NotePlace): Omit<PlacedNote, 'note'> | undefined {
  if (on.kind === 'range') {
    const { duration } = index.axes.full;
    if (index.items.length === 0 || on.from_ms > duration) return undefined;
    const item = Math.min(countBelow(index.starts, on.from_ms), index.items.length - 1);
    return { item, at: sessionMs(on.from_ms), until: sessionMs(Math.min(on.to_ms, duration)) };
  }
  const item = index.itemById(on.item);
  if (item === undefined) return undefined;
  return { item: item.index, at: sessionMs(index.starts[item.index] ?? 0), until: undefined };
}

/** The notes of each chapter that has any, by the chapter's position in `chaptersOf`, in the order of the replay. */
export const notesOfChapters = memoize(
  (index: SessionIndex, placed: readonly PlacedNote[]): ReadonlyMap<number, readonly PlacedNote[]> => {
    const chapterOf = chapterOfItems(index);
    const found = new Map<number, PlacedNote[]>();
    for (const note of placed) {
      const chapter = chapterOf[note.item] ?? 0;
      const others = found.get(chapter);
      if (others === undefined) found.set(chapter, [note]);
      else others.push(note);
    }
    return found;
  },
);

/** Whether two places are one. */
export function isSamePlace(one: NotePlace, other: NotePlace): boolean {
  if (one.kind === 'range') return other.kind === 'range' && one.from_ms === other.from_ms && one.to_ms === other.to_ms;
  if (other.kind !== one.kind || one.item !== other.item) return false;
  if (one.kind === 'item' || other.kind === 'item') return true;
  return one.path === other.path && one.side === other.side && one.line === other.line;
}

/** The notes with one more, which gets an id that none of them has. `createdAt` in ISO 8601. */
export function addNote(
  notes: readonly Note[],
  { on, text, createdAt }: { on: NotePlace; text: string; createdAt: string },
): readonly Note[] {
  return [...notes, { id: newNoteId(notes), on, text, created_at: createdAt }];
}

/** The notes with a bookmark at a place, or without it if there was one. */
export function toggleBookmark(notes: readonly Note[], at: { on: NotePlace; createdAt: string }): readonly Note[] {
  const others = notes.filter(({ on, text }) => text !== '' || !isSamePlace(on, at.on));
  return others.length < notes.length ? others : addNote(notes, { ...at, text: '' });
}
