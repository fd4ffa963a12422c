export { SessionCompare, type SessionCompareProps } from './SessionCompare.tsx';
export type { CompareSource } from './SideReplay.tsx';
