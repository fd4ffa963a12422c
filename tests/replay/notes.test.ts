import { expect, test } from 'vitest';
import { addNote, indexSession, notesOfChapters, placeNotes, toggleBookmark } from '../../src/replay/index.ts';
import type { Note, NotePlace } from '../../src/session/index.ts';
import { sessionFromText } from '../helpers/sessionFromText.ts';

const index = indexSession(
  sessionFromText(`
    0:00     user: Fix it
    0:05     Read(src/a.ts) 300ms
    0:20     Edit(src/a.ts) 300ms
    1:00     assistant: Done
  `),
);
const ids = index.items.map(({ id }) => id);
const createdAt = '2026-03-14T08:05:00Z';
const noted = (...places: NotePlace[]): readonly Note[] =>
  places.reduce<readonly Note[]>((notes, on) => addNote(notes, { on, text: 'Look', createdAt }), []);
const onItem = (at: number): NotePlace => ({ kind: 'item', item: ids[at] ?? '' });

test('notes stand in the order of the replay, and those on items or times that it lacks are set apart', () => {
  const notes = noted(
    { kind: 'range', from_ms: 6_000, to_ms: 999_000 },
    onItem(3),
    { kind: 'line', item: ids[2] ?? '', path: 'src/a.ts', side: 'new', line: 1 },
    { kind: 'item', item: 'of-another' },
    { kind: 'range', from_ms: 61_000, to_ms: 62_000 },
  );
  const { placed, lost } = placeNotes(index, notes);
  expect(placed.map(({ note, item, at, until }) => [note.id, item, at, until])).toEqual([
    ['note-1', 2, 6_000, 60_000],
    ['note-3', 2, 20_000, undefined],
    ['note-2', 3, 60_000, undefined],
  ]);
  expect(lost.map(({ id }) => id)).toEqual(['note-4', 'note-5']);
});

test('a new note never takes the id of another', () => {
  const [first, second] = noted(onItem(0), onItem(1)) as [Note, Note];
  const later = addNote([{ ...first, id: 'note-2' }], { on: onItem(2), text: '', createdAt });
  expect(new Set(later.map(({ id }) => id)).size).toBe(2);
  expect(second.id).not.toBe(first.id);
});

test('a bookmark comes and goes, and leaves the notes of its row alone', () => {
  const notes = noted(onItem(1));
  const marked = toggleBookmark(notes, { on: onItem(1), createdAt });
  expect(marked.map(({ text }) => text)).toEqual(['Look', '']);
  expect(toggleBookmark(marked, { on: onItem(1), createdAt })).toEqual(notes);
  const line: NotePlace = { kind: 'line', item: ids[1] ?? '', path: 'a', side: 'old', line: 2 };
  expect(toggleBookmark(marked, { on: line, createdAt })).toHaveLength(3);
});

test('notes belong to the chapter of their item, those on a subagent to that of the call that started it', () => {
  const several = indexSession(
    sessionFromText(`
      0:00     user: Look around
      0:05     Task(look) 2m as explorer
        0:06     Grep(tide) 10ms
        1:30     Read(src/late.ts) 10ms
      1:00     user: And mend it
      1:10     Edit(src/a.ts) 300ms
    `),
  );
  const idOf = (text: string): string =>
    several.items.find((item) => item.is === 'call' && JSON.stringify(item.call.input).includes(text))?.id ?? '';
  const notes = noted(
    { kind: 'item', item: idOf('src/a.ts') },
    { kind: 'item', item: idOf('src/late.ts') },
    { kind: 'range', from_ms: 65_000, to_ms: 68_000 },
  );
  const { placed } = placeNotes(several, notes);
  const found = [...notesOfChapters(several, placed)].map(([n, within]) => [n, within.map(({ note }) => note.id)]);
  expect(Object.fromEntries(found)).toEqual({ 0: ['note-2'], 1: ['note-3', 'note-1'] });
});
