export { type FigurePress, SessionCard, type SessionCardProps } from './SessionCard.tsx';
