import type { Outcome, Session, ToolCall } from '../../session/index.ts';
import { type Loose, readLoose } from '../shared/readLoose.ts';

/** What a step of a workflow is: a command, an agent in a window, or a gate where a person decides. */
export type StepKind = 'command' | 'agent' | 'gate';

/** A step of a workflow, with everything that was done for it. */
export interface WorkflowStep {
  /** From 0, as in the workflow's configuration. */
  readonly number: number;
  readonly name: string;
  readonly kind: StepKind;
  readonly runs: readonly StepRun[];
  /** State of the last run that counts; `pending` if none began. */
  readonly state: Outcome | 'pending' | 'running';
}

/** One attempt at a step. */
export interface StepRun {
  readonly callId: string;
  readonly attempt: number;
  readonly outcome: Outcome;
  readonly durationMs: number | undefined;
  /** Whether it only checked what the step before it had done. */
  readonly verifies: boolean;
  /** Whether a rollback or retry left it behind. */
  readonly abandoned: boolean;
  /** Why the step ran again: its own retry, or a rollback by a later step; undefined if it merely ran after one. */
  readonly again: 'retry' | 'rollback' | undefined;
  /** The step that sent the run back. */
  readonly backFrom: number | undefined;
  /** The agent step whose reply this one judged. */
  readonly judges: number | undefined;
}

/** The steps of a workflow run, in order; empty where the session is none. */
export function workflowSteps(session: Session): WorkflowStep[] {
  const wf = readLoose(session.extensions?.wf);
  if (wf.isEmpty) return [];
  const configured = wf.part('config').parts('workflow');
  const runs = readRuns(session.tool_calls);
  const total = Math.max(configured.length, ...[...runs.keys()].map((step) => step + 1), 0);
  return Array.from({ length: Math.min(total, mostSteps) }, (_, number): WorkflowStep => {
    const ran = runs.get(number) ?? [];
    const config = configured[number];
    const kind = kindOf(config, ran[0]?.call);
    return {
      number,
      name: config?.text('name') ?? nameOf(ran[0]?.call) ?? '',
      kind,
      runs: ran.map(({ run }) => run),
      state: stateOf(
        ran.map(({ run }) => run),
        session.status === 'in_progress',
      ),
    };
  });
}

/** A step number of a damaged log may be any number. */
const mostSteps = 10_000;

interface Ran {
  readonly call: ToolCall;
  readonly run: StepRun;
}

function readRuns(calls: readonly ToolCall[]): Map<number, Ran[]> {
  const byStep = new Map<number, Ran[]>();
  const stepOfNative = new Map<string, number>();
  let before: number | undefined;
  for (const call of calls) {
    const stated = readLoose(call.extensions?.wf);
    const step = stated.number('step') ?? readLoose(call.input.params).number('step');
    if (step === undefined || !Number.isInteger(step) || step < 0 || step >= mostSteps) continue;
    const verifies = stated.flag('verifies') === true;
    const ran = byStep.get(step) ?? [];
    byStep.set(step, ran);
    const attempt = stated.number('attempt') ?? ran.length + 1;
    const isNewGo = !verifies && ran.length > 0 && attempt !== ran.at(-1)?.run.attempt;
    const back = before !== undefined && before > step;
    const again = !isNewGo ? undefined : back ? 'rollback' : before === step ? 'retry' : undefined;
    const judged = stated.text('reads_reply_of');
    ran.push({
      call,
      run: {
        callId: call.call_id,
        attempt,
        outcome: call.outcome ?? (call.output.status === 'failed' ? 'failed' : 'succeeded'),
        durationMs:
          call.inferred?.includes('duration_ms') === true && call.duration_ms === 0 ? undefined : call.duration_ms,
        verifies,
        abandoned: call.branch === 'abandoned',
        again,
        backFrom: again === 'rollback' ? before : undefined,
        judges: judged === undefined ? undefined : stepOfNative.get(judged),
      },
    });
    if (call.source_ref?.native_id !== undefined) stepOfNative.set(call.source_ref.native_id, step);
    before = step;
  }
  return byStep;
}

function kindOf(config: Loose | undefined, call: ToolCall | undefined): StepKind {
  if (call !== undefined)
    return call.tool_name === 'Task' ? 'agent' : call.tool_name === 'Checkpoint' ? 'gate' : 'command';
  if (config === undefined) return 'command';
  if (config.flag('in_window') === true) return 'agent';
  return config.text('run') === undefined ? 'gate' : 'command';
}

function nameOf(call: ToolCall | undefined): string | undefined {
  return call === undefined ? undefined : (readLoose(call.input.params).text('name') ?? call.input.description);
}

function stateOf(runs: readonly StepRun[], goesOn: boolean): WorkflowStep['state'] {
  const last = runs.findLast(({ abandoned }) => !abandoned);
  if (last === undefined) return 'pending';
  return last.outcome === 'unanswered' && goesOn ? 'running' : last.outcome;
}
