export { ToolCallCard, type ToolCallCardProps } from './ToolCallCard.tsx';
