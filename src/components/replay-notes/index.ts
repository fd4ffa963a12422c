export { ReplayNotes, type ReplayNotesProps } from './ReplayNotes.tsx';
export { type KeptNotes, type NotesKeeper, useKeptNotes } from './useKeptNotes.ts';
