export { type OwnReplayOptions, useOwnReplay, useSlicedReplay } from './ownReplay.ts';
export {
  drivePlayhead,
  type PlayheadHost,
  type PlayheadMotion,
  type PlayheadOptions,
  playheadProperty,
  ReplayContext,
  type ReplayPace,
  usePlayhead,
  usePreparation,
  useReplay,
  useReplayStore,
  useSettledReplay,
  watchMotion,
} from './useReplay.ts';
export {
  type SessionSearchOptions,
  type SessionSearchState,
  useSessionSearch,
  type WholesReading,
  type WholesSource,
} from './useSessionSearch.ts';
