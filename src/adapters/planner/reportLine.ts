import type { DiagnosticCode } from '../../session/index.ts';

/** Reports a fact about the line at hand. */
export type ReportLine = (code: DiagnosticCode, detail?: { actual?: string; expected?: string }) => void;
