export { SubagentCard, type SubagentCardProps } from './SubagentCard.tsx';
