export { MessageCard, type MessageCardProps } from './MessageCard.tsx';
