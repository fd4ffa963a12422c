export { planner } from './adapter.ts';
export { type ReviewLogReplay, type RunDigest, replayReviewLog } from './replayReviewLog.ts';
export { type ReviewLogValidation, validateReviewLog } from './validateReviewLog.ts';
