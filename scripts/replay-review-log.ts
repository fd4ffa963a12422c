// Sums up one run of a planner's review log, and writes it to `replay_review_log_output.json`.
import { createReadStream, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { oneLine } from '../src/adapters/assemble/oneLine.ts';
import { replayReviewLog } from '../src/adapters/planner/index.ts';
import { parseArguments } from './parseArguments.ts';

const usage = 'replay-review-log [--log-path output/plans/plans.jsonl] [--index N] [--output-dir output]';

const { values } = parseArguments(
  {
    args: joinNegativeIndex(process.argv.slice(2)),
    options: {
      'log-path': { type: 'string', default: 'output/plans/plans.jsonl' },
      index: { type: 'string' },
      'output-dir': { type: 'string', default: 'output' },
    },
  },
  usage,
);
const { 'log-path': logPath, 'output-dir': outputDir } = values;
const index = values.index === undefined ? undefined : Number(values.index);
if (index !== undefined && !Number.isInteger(index)) {
  console.error(`--index is no whole number: ${values.index}\n\n${usage}`);
  process.exit(2);
}
const file = existsSync(logPath) ? { name: logPath, bytes: () => createReadStream(logPath) } : undefined;
const replay = await replayReviewLog(logPath, file, index);
const outputPath = join(outputDir, 'replay_review_log_output.json');
mkdirSync(outputDir, { recursive: true });
writeFileSync(outputPath, JSON.stringify(replay, null, 2));

if (replay.missing_file) console.log(`There is no log at ${logPath}.`);
else console.log(`Loaded ${replay.records_available} records from ${logPath}.`);
if (replay.selected_record !== null) {
  // The question comes from the log: no terminal sequences of its own.
  console.log(`Replay index ${replay.selected_index}: ${oneLine(replay.selected_record.question)}`);
}
if (replay.validation_errors.length > 0) {
  console.log(`${replay.validation_errors.length} lines are not valid: see ${outputPath}.`);
}
console.log(`Summary in ${outputPath}.`);

/** `--index -1` as `--index=-1`: alone, `-1` would be taken for an option. */
function joinNegativeIndex(args: readonly string[]): string[] {
  const at = args.indexOf('--index');
  const next = args[at + 1];
  if (at === -1 || next === undefined || !/^-\d+$/.test(next)) return [...args];
  return [...args.slice(0, at), `--index=${next}`, ...args.slice(at + 2)];
}
