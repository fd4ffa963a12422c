export type { Stretch } from './stretch.ts';
export { TimelineLanes, type TimelineLanesProps } from './TimelineLanes.tsx';
