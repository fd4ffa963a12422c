// What one needs to show a session; everything else has an entry of its own (`agent-replay-kit/components`, …).
export {
  KitProvider,
  type KitProviderProps,
  SessionCompare,
  type SessionCompareProps,
  type SessionEntry,
  SessionList,
  type SessionListProps,
  SessionReplay,
  type SessionReplayProps,
} from './components/index.ts';
export { createLoader, type LoadedSession, type Loader } from './loading/index.ts';
export { createReplay, indexSession, type Replay, type SessionIndex } from './replay/index.ts';
export { useSlicedReplay } from './replay/react/index.ts';
export { type Diagnostic, parseSession, parseSessionText, type Session } from './session/index.ts';
