export { ThinkingNote, type ThinkingNoteProps } from './ThinkingNote.tsx';
