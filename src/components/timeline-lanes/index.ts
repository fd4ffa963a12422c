export type { SessionRange } from './laneStage.ts';
export { TimelineLanes, type TimelineLanesProps } from './TimelineLanes.tsx';
