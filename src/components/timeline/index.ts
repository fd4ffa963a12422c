export type { RowsInSight } from './layoutTimeline.ts';
export { Timeline, type TimelineProps } from './Timeline.tsx';
