export { ContextLegend, type ContextLegendProps } from './ContextLegend.tsx';
export { ContextMarkers, type ContextMarkersProps } from './ContextMarkers.tsx';
