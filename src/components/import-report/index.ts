export { ImportReport, type ImportReportProps } from './ImportReport.tsx';
