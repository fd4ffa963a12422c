export { ReplayNotes, type ReplayNotesProps } from './ReplayNotes.tsx';
