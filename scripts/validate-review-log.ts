// Checks a planner's review log line by line, and writes what it found to `validate_review_log_output.json`.
import { createReadStream, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateReviewLog } from '../src/adapters/planner/index.ts';
import { parseArguments } from './parseArguments.ts';

const usage = 'validate-review-log [--log-path output/plans/plans.jsonl] [--output-dir output]';

const { values } = parseArguments(
  {
    options: {
      'log-path': { type: 'string', default: 'output/plans/plans.jsonl' },
      'output-dir': { type: 'string', default: 'output' },
    },
  },
  usage,
);
const { 'log-path': logPath, 'output-dir': outputDir } = values;
const file = existsSync(logPath) ? { name: logPath, bytes: () => createReadStream(logPath) } : undefined;
const report = await validateReviewLog(logPath, file);
const outputPath = join(outputDir, 'validate_review_log_output.json');
mkdirSync(outputDir, { recursive: true });
writeFileSync(outputPath, JSON.stringify(report, null, 2));

console.log(`Validated ${report.valid} / ${report.total} records in ${logPath}.`);
if (report.missing_file) console.log(`There is no log at ${logPath}.`);
if (report.invalid.length > 0) console.log(`${report.invalid.length} invalid: see ${outputPath}.`);
else console.log(`Summary in ${outputPath}.`);
