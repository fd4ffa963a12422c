export { CategoryLegend, type CategoryLegendProps } from './CategoryLegend.tsx';
export { PhaseStrip, type PhaseStripProps } from './PhaseStrip.tsx';
