export { SessionBrief, type SessionBriefProps } from './SessionBrief.tsx';
