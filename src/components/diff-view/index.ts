export { DiffView, type DiffViewProps } from './DiffView.tsx';
export type { DiffLayout } from './diffRowData.ts';
export type { DiffSource, TextPair } from './diffSource.ts';
