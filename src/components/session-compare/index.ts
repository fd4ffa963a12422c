export { type CompareSource, SessionCompare, type SessionCompareProps } from './SessionCompare.tsx';
