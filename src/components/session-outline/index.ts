export { SessionOutline, type SessionOutlineProps } from './SessionOutline.tsx';
