export { drivePlayhead, type PlayheadHost } from './playheadDriver.ts';
export { ReplayContext, useReplayStore } from './ReplayContext.ts';
export { type OwnReplayOptions, useOwnReplay } from './useOwnReplay.ts';
export { playheadProperty, usePlayhead } from './usePlayhead.ts';
export { useReplay } from './useReplay.ts';
export { useSlicedReplay } from './useSlicedReplay.ts';
