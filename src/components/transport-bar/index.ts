export { TransportBar, type TransportBarProps } from './TransportBar.tsx';
export { type ReplayKeysOptions, useReplayKeys } from './useReplayKeys.ts';
