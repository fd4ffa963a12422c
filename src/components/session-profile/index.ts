export { SessionProfile, type SessionProfileProps } from './SessionProfile.tsx';
