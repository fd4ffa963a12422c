export { SubagentTimeline, type SubagentTimelineProps } from './SubagentTimeline.tsx';
