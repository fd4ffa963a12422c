import { aboutTheMachine, type Diagnostic, type DiagnosticCode } from '../../session/index.ts';

/** So many diagnostics of one code are kept in full; later ones are only counted. */
const KEPT_PER_CODE = 50;

/** Collects diagnostics in bounded memory. */
export interface DiagnosticLog {
  report(diagnostic: Diagnostic): void;
  /** How many there were of each code that is about the log. */
  counts(): Record<string, number>;
  /** The first ones of each code, in order of report. */
  list(): Diagnostic[];
  /** A log that begins with what this one holds. */
  fork(): DiagnosticLog;
}

/** `mask` hides the secrets of values that diagnostics quote. */
export function createDiagnosticLog(mask: (text: string) => string): DiagnosticLog {
  return logOf(new Map(), [], mask);
}

function logOf(counts: Map<DiagnosticCode, number>, kept: Diagnostic[], mask: (text: string) => string): DiagnosticLog {
  return {
    report(diagnostic) {
      const count = (counts.get(diagnostic.code) ?? 0) + 1;
      counts.set(diagnostic.code, count);
      if (count <= KEPT_PER_CODE) kept.push(maskDiagnostic(diagnostic, mask));
    },
    counts: () =>
      Object.fromEntries(
        [...counts].filter(([code]) => !aboutTheMachine.has(code)).sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    list: () => [...kept],
    fork: () => logOf(new Map(counts), [...kept], mask),
  };
}

function maskDiagnostic(diagnostic: Diagnostic, mask: (text: string) => string): Diagnostic {
  const { message, actual, at } = diagnostic;
  return {
    ...diagnostic,
    message: mask(message),
    ...(actual === undefined ? {} : { actual: mask(actual) }),
    ...(at?.pointer === undefined ? {} : { at: { ...at, pointer: mask(at.pointer) } }),
  };
}
