export { DiffView, type DiffViewProps } from './DiffView.tsx';
export type { DiffLayout } from './diffRows.ts';
export type { DiffSource, TextPair } from './diffSource.ts';
