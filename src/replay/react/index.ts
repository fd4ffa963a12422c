export { drivePlayhead, type PlayheadHost } from './playheadDriver.ts';
export { ReplayContext, useReplayStore } from './ReplayContext.ts';
export { type OwnReplayOptions, useOwnReplay } from './useOwnReplay.ts';
export { type PlayheadOptions, playheadProperty, usePlayhead } from './usePlayhead.ts';
export { useReplay } from './useReplay.ts';
export type { WholesReading, WholesSource } from './useSearchWholes.ts';
export { type SessionSearchOptions, type SessionSearchState, useSessionSearch } from './useSessionSearch.ts';
export { useSlicedReplay } from './useSlicedReplay.ts';
export { type PlayheadMotion, watchMotion } from './watchMotion.ts';
