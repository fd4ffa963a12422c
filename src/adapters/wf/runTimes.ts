import { field } from '../read/jsonObject.ts';
import type { LoggedRun } from './log.ts';
import type { Project } from './project.ts';

/** When a run began and ended, as far as anything tells. */
export interface RunTimes {
  startedAt: string | number | undefined;
  endedAt: string | undefined;
  /** True where the start was reckoned back from a transcript. */
  reckoned: boolean;
}

/** By the log; the first generations kept the times in `status.json`; else by the first transcript. */
export function runTimes(run: LoggedRun, { state }: Project): RunTimes {
  if (run.timed) return { startedAt: run.startedAt, endedAt: run.endedAt, reckoned: false };
  if (state !== undefined) {
    const [startedAt, endedAt] = ['started_at', 'updated_at'].map((key) => field.text(state.fields, key));
    if (startedAt !== undefined) return { startedAt, endedAt, reckoned: false };
  }
  return { startedAt: transcriptStart(run), endedAt: undefined, reckoned: true };
}

/** The run began as long before its first transcript as the commands took that ran before it. */
function transcriptStart({ agents }: LoggedRun): number | undefined {
  const first = agents.find(({ facts }) => facts.startMs !== undefined);
  return first?.facts.startMs === undefined ? undefined : first.facts.startMs - first.call.afterMs;
}
