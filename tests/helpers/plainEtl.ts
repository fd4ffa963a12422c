import type { EtlOptions } from '../../scripts/etl/etlOptions.ts';
import { runEtl } from '../../scripts/etl/runEtl.ts';

/** What every run of the ETL needs: logs, the folder for sessions, and the folder that names are relative to. */
type Folders = Pick<EtlOptions, 'paths' | 'out'> & { readonly project: string };

/** Options of a run that says nothing else than its folders. */
export const plainOptions = {
  format: undefined,
  annotate: 'auto',
  redact: true,
  check: false,
  jobs: 1,
} as const satisfies Omit<EtlOptions, 'paths' | 'out'>;

/** Runs the ETL in this thread, without progress on the screen. */
export function runPlainEtl({ paths, out, project }: Folders, more: Partial<EtlOptions> = {}) {
  return runEtl(
    { paths, out, ...plainOptions, ...more },
    { project, progress: { isTTY: false } as NodeJS.WriteStream },
  );
}

/** A log of the planner with one plan, as a line. */
export function planLine(topic: string, timestamp: string, context = ''): string {
  const steps = [{ id: 'step-1', title: 'Read', step_type: 'RESEARCH', expected_outcome: 'Known' }];
  const record = {
    timestamp,
    question: `How about ${topic}?`,
    locale: 'en-US',
    context,
    plan: { topic, goal: 'Find out', steps },
    review_log: [{ attempt: 1, action: 'ACCEPT_PLAN', feedback: '' }],
    telemetry: null,
  };
  return `${JSON.stringify(record)}\n`;
}
