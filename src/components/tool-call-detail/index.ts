export type { CallSteps } from './DetailHeader.tsx';
export { ToolCallDetail, type ToolCallDetailProps } from './ToolCallDetail.tsx';
