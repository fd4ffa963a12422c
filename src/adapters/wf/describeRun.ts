import { type Diagnostic, diagnose } from '../../session/index.ts';
import type { SessionFacts } from '../assembly.ts';
import { field } from '../read/jsonObject.ts';
import type { Project } from './project.ts';
import type { LoggedRun } from './taskRun.ts';
import { type TaskStatus, taskStatus, verdicts } from './tasks.ts';

/** Sets the facts of a run's task; those without a field in the standard go into the extensions. */
export function describeRun(
  run: LoggedRun,
  project: Project,
  times: RunTimes,
  report: (diagnostic: Diagnostic) => void,
): void {
  const { sink, workflow, runId, agents } = run;
  const { status, stated } = statusOf(run, project);
  const entry = project.taskEntry(workflow);
  const file = project.taskFile?.content;
  // Without any start the assembly reports it.
  if (!run.timed && times.startedAt !== undefined) report(diagnose('time-inferred'));
  keepMessage(run, project, status);
  const facts: SessionFacts = {
    nativeId: runId,
    title: file?.name ?? project.task,
    description: field.text(entry, 'description'),
    ...(hasPrompt(project, entry) ? {} : { prompt: `${project.tool} run ${project.task}`, inferred: ['user_prompt'] }),
    startedAt: times.startedAt,
    endedAt: times.endedAt,
    modelId: agents.map(({ facts: { modelId } }) => modelId).find((each) => each !== undefined),
    ...verdicts[status],
    environment: { cli: project.tool },
    extensions: {
      task: project.task,
      run: run.number,
      status,
      current_step: run.steps.state.currentStep,
      ...(run.workflowName === undefined ? {} : { workflow: run.workflowName }),
      ...(workflow === undefined ? {} : { total_steps: workflow.steps.length, config: workflow.raw }),
      ...(project.state === undefined ? {} : { state: project.state.fields }),
      ...(file === undefined ? {} : { depends: file.depends, skip: file.skip }),
    },
  };
  sink.describe(facts);
  if (!stated) sink.describe({ inferred: ['status', 'outcome'] });
  if (times.reckoned && times.startedAt !== undefined) sink.describe({ inferred: ['created_at'] });
}

function hasPrompt({ taskFile }: Project, entry: Readonly<Record<string, unknown>>): boolean {
  return [taskFile?.content.body, field.text(entry, 'description')].some(
    (text) => text !== undefined && text.trim() !== '',
  );
}

/**
 * The state of the task. A log with times is replayed; the first generation kept the state in a file. `stated` says whether they imply it:
 * without a configuration nobody knows whether more steps were to come.
 */
function statusOf({ steps, timed, workflow }: LoggedRun, { state }: Project): { status: TaskStatus; stated: boolean } {
  const kept = timed || state === undefined ? undefined : taskStatus(field.text(state.fields, 'status'));
  if (kept !== undefined) return { status: kept, stated: true };
  const { status, currentStep } = steps.state;
  if (status !== 'running') return { status, stated: true };
  if (workflow !== undefined)
    return { status: currentStep >= workflow.steps.length ? 'completed' : 'running', stated: true };
  const stillOpen = steps.calls.stillOpen.length > 0;
  return { status: stillOpen ? 'running' : 'completed', stated: stillOpen };
}

/** The message that the state file keeps says why the task failed or waits. */
function keepMessage({ sink, timed }: LoggedRun, { state }: Project, status: TaskStatus): void {
  const text = timed || state === undefined ? undefined : field.text(state.fields, 'message');
  if (text === undefined || text.trim() === '') return;
  sink.notice({ kind: status === 'failed' ? 'error' : 'info', text, ref: state?.ref });
}

/** When a run began and ended, as far as known. */
interface RunTimes {
  startedAt: string | number | undefined;
  endedAt: string | undefined;
  /** True if the start was computed backwards from a transcript. */
  reckoned: boolean;
}

/** From the log; in the first generations, from the times in `status.json`; else from the first transcript. */
export function runTimes(run: LoggedRun, { state }: Project): RunTimes {
  if (run.timed) return { startedAt: run.startedAt, endedAt: run.endedAt, reckoned: false };
  if (state !== undefined) {
    const [startedAt, endedAt] = ['started_at', 'updated_at'].map((key) => field.text(state.fields, key));
    if (startedAt !== undefined) return { startedAt, endedAt, reckoned: false };
  }
  return { startedAt: transcriptStart(run), endedAt: undefined, reckoned: true };
}

/** The run began before its first transcript, by the total duration of the commands before it. */
function transcriptStart({ agents }: LoggedRun): number | undefined {
  const first = agents.find(({ facts }) => facts.startMs !== undefined);
  return first?.facts.startMs === undefined ? undefined : first.facts.startMs - first.call.afterMs;
}
