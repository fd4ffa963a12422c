export { planner } from './adapter.ts';
export {
  type ReviewLogReplay,
  type ReviewLogValidation,
  type RunDigest,
  replayReviewLog,
  validateReviewLog,
} from './reviewLog.ts';
