export { type ReplayLink, readReplayLink, writeReplayLink } from './replayLink.ts';
export { createQueryRouter, type ReplayRouter } from './replayRouter.ts';
