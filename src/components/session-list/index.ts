export type { LoadBrief } from './SessionHover.tsx';
export { SessionList, type SessionListProps } from './SessionList.tsx';
