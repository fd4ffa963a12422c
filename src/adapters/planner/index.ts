import type { Adapter } from '../contract.ts';
import { readJsonLines } from '../read/readJsonLines.ts';
import { createPlannerConverter } from './convert.ts';
import { detect } from './detect.ts';

export {
  type ReviewLogReplay,
  type ReviewLogValidation,
  type RunDigest,
  replayReviewLog,
  validateReviewLog,
} from './reviewLog.ts';

/** Runs of the research planner with a human in the loop: `output/plans/plans.jsonl`, one run a line. */
export const planner = {
  descriptor: {
    id: 'planner',
    label: 'Planner review log',
    specUrl: 'https://github.com/Lin-Guanguo/my-deep-research/blob/main/docs/review-log-schema.md',
    marks: ['"question"', '"plan"', '"review_log"', '"locale"'],
    versionsSeen: ['2025-09-27', '2025-09-30', '2025-10-09'],
    capabilities: { times: 'run only', thinking: false, tokens: false, subagents: false, outcomes: false },
    ignores: {},
  },
  detect,
  async *parse(source, context) {
    for (const [index, file] of source.files.entries()) yield* readJsonLines(file, { context, source: index });
  },
  createConverter: (assembly, { names }) => createPlannerConverter(assembly, names),
  streams: (names) => names.map((_, index) => [index]),
} satisfies Adapter<unknown, never>;
