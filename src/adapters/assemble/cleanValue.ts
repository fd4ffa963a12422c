import type { Redactor } from '../../redaction/index.ts';
import { type Diagnostic, diagnose } from '../../session/index.ts';

/** How deep values are followed; deeper ones are replaced by a marker. */
export const MAX_DEPTH = 100;

export interface Cleaner {
  /** Well-formed and masked. */
  text(text: string): string;
  /** A copy of a JSON value whose strings and keys are clean; deeper than 100 levels it is cut off. */
  value(value: unknown): unknown;
}

export interface CleanerEvents {
  masked(rule: string, times: number): void;
  report(diagnostic: Diagnostic): void;
}

/** Makes what stands between the log and everything else: masks secrets and repairs what JSON cannot carry. */
export function createCleaner(redactor: Redactor | undefined, events: CleanerEvents): Cleaner {
  const text = (raw: string): string => {
    let clean = raw;
    if (!raw.isWellFormed()) {
      events.report(diagnose('lone-surrogate'));
      clean = raw.toWellFormed();
    }
    return redactor === undefined ? clean : redactor.mask(clean, events.masked);
  };
  const value = (raw: unknown, depth = 0): unknown => {
    if (typeof raw === 'string') return text(raw);
    if (typeof raw !== 'object' || raw === null) return raw;
    if (depth >= MAX_DEPTH) {
      events.report(diagnose('nesting-too-deep'));
      return '[nested too deep]';
    }
    if (Array.isArray(raw)) return raw.map((each) => value(each, depth + 1));
    // fromEntries defines own properties, so that a key `__proto__` stays a key.
    return Object.fromEntries(Object.entries(raw).map(([key, each]) => [text(key), value(each, depth + 1)]));
  };
  return { text, value: (raw) => value(raw) };
}
