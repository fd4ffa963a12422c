export type { CallSteps } from './callSteps.ts';
export { ToolCallDetail, type ToolCallDetailProps } from './ToolCallDetail.tsx';
