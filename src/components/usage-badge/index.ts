export { UsageBadge, type UsageBadgeProps } from './UsageBadge.tsx';
