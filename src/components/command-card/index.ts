export { CommandCard, type CommandCardProps } from './CommandCard.tsx';
