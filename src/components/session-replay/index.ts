export { SessionReplay, type SessionReplayProps } from './SessionReplay.tsx';
