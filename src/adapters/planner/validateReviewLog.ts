import type { SourceFile } from '../contract.ts';
import { readReviewLog } from './readReviewLog.ts';

/** What `validate-review-log` writes, in its order of keys. */
export interface ReviewLogValidation {
  log_path: string;
  /** Lines that are not blank. */
  total: number;
  valid: number;
  invalid: { line: number; error: string }[];
  missing_file: boolean;
}

/** Checks every line of a review log; `file` is undefined where there is none. */
export async function validateReviewLog(logPath: string, file: SourceFile | undefined): Promise<ReviewLogValidation> {
  const report: ReviewLogValidation = {
    log_path: logPath,
    total: 0,
    valid: 0,
    invalid: [],
    missing_file: file === undefined,
  };
  if (file === undefined) return report;
  for await (const each of readReviewLog(file)) {
    report.total += 1;
    if ('run' in each) report.valid += 1;
    else report.invalid.push({ line: each.line, error: each.error });
  }
  return report;
}
