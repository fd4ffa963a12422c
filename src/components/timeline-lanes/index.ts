export type { SessionRange } from './range.ts';
export { TimelineLanes, type TimelineLanesProps } from './TimelineLanes.tsx';
