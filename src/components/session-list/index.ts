export { SessionList, type SessionListProps } from './SessionList.tsx';
export type { SessionEntry } from './sessionEntry.ts';
