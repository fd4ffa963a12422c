export { type ReplayLink, readReplayLink, writeReplayLink } from './replayLink.ts';
export { createHashRouter, createQueryRouter, type ReplayRouter } from './replayRouter.ts';
