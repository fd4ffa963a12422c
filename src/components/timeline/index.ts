export type { RowsInSight } from './rowsInSight.ts';
export { Timeline, type TimelineProps } from './Timeline.tsx';
