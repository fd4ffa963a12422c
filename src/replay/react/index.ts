export { type OwnReplayOptions, useOwnReplay, useSlicedReplay } from './ownReplay.ts';
export {
  drivePlayhead,
  type PlayheadHost,
  type PlayheadMotion,
  type PlayheadOptions,
  playheadProperty,
  usePlayhead,
  watchMotion,
} from './playhead.ts';
export { ReplayContext, usePreparation, useReplay, useReplayStore } from './useReplay.ts';
export type { WholesReading, WholesSource } from './useSearchWholes.ts';
export { type SessionSearchOptions, type SessionSearchState, useSessionSearch } from './useSessionSearch.ts';
