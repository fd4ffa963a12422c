export { type ReplayKeysOptions, useReplayKeys } from './replayCommand.ts';
export { TransportBar, type TransportBarProps } from './TransportBar.tsx';
