import type { Outcome, SessionStatus } from '../../session/index.ts';
import type { WfEvent } from './records.ts';

/** A task as its Markdown file describes it. */
export interface TaskFile {
  name: string | undefined;
  depends: readonly string[];
  /** Names of steps that the task leaves out. */
  skip: readonly string[];
  /** The text below the front matter: what the agent is asked to do. */
  body: string;
}

/** Reads `.wf/tasks/<task>.md`: front matter of simple fields and lists, then the text. */
export function readTaskFile(text: string): TaskFile {
  const start = text.trimStart();
  const end = start.startsWith('---') ? start.indexOf('\n---', 3) : -1;
  if (end === -1) return { name: undefined, depends: [], skip: [], body: start };
  const fields = readFields(start.slice(3, end));
  const bodyStart = start.indexOf('\n', end + 1);
  return {
    name: fields.get('name')?.[0],
    depends: fields.get('depends') ?? [],
    skip: fields.get('skip') ?? [],
    body: bodyStart === -1 ? '' : start.slice(bodyStart).trimStart(),
  };
}

/** `key: value`, `key: [a, b]`, and `key:` with lines `- a` below. */
function readFields(text: string): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  let last: string[] = [];
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    const colon = line.indexOf(':');
    if (line.startsWith('- ')) last.push(line.slice(2).trim());
    else if (line !== '' && !line.startsWith('#') && colon > 0) {
      last = valuesOf(line.slice(colon + 1).trim());
      fields.set(line.slice(0, colon).trim(), last);
    }
  }
  return fields;
}

function valuesOf(value: string): string[] {
  if (!value.startsWith('[') || !value.endsWith(']')) return value === '' ? [] : [value];
  const items = value.slice(1, -1).split(',');
  return items.map((item) => item.trim()).filter((item) => item !== '');
}

/** How a task stands, in the tool's own words. */
export type TaskStatus = 'pending' | 'running' | 'waiting' | 'completed' | 'failed' | 'stopped';

export interface TaskState {
  currentStep: number;
  status: TaskStatus;
}

/** The state of a task after an event, by the tool's own rules of replay. */
export function nextState(state: TaskState, event: WfEvent): TaskState {
  switch (event.is) {
    case 'started':
      return { currentStep: 0, status: 'running' };
    case 'finished':
      return event.result.success ? passed(event.step) : { ...state, status: 'failed' };
    case 'reported':
      if (event.report.result === 'blocked') return { ...state, status: 'waiting' };
      return event.report.result === 'failed' ? { ...state, status: 'failed' } : passed(event.step);
    case 'exited':
      // What the agent reported itself counts; the end of its process comes after.
      if (state.currentStep > event.step || state.status !== 'running') return state;
      return event.exitCode === 0 ? passed(event.step) : { ...state, status: 'failed' };
    case 'passed':
    case 'checkpoint':
    case 'skipped':
      return passed(event.step);
    case 'waiting':
      return { currentStep: event.step, status: 'waiting' };
    case 'lost':
    case 'verify_failed':
      return { ...state, status: 'failed' };
    case 'launched':
      return { ...state, status: 'running' };
    case 'reset':
      return { currentStep: event.step, status: 'running' };
    case 'rolled_back':
      return { currentStep: event.step, status: 'waiting' };
    case 'stopped':
      return { ...state, status: 'stopped' };
    case 'task_reset':
      return { currentStep: 0, status: 'stopped' };
  }
}

function passed(step: number): TaskState {
  return { currentStep: step + 1, status: 'running' };
}

/** What the tool's word for the state of a task is in the standard's words. */
export const verdicts: Readonly<Record<TaskStatus, { status: SessionStatus; outcome: Outcome }>> = {
  pending: { status: 'in_progress', outcome: 'unknown' },
  running: { status: 'in_progress', outcome: 'unknown' },
  waiting: { status: 'in_progress', outcome: 'unknown' },
  completed: { status: 'success', outcome: 'succeeded' },
  failed: { status: 'failed', outcome: 'failed' },
  stopped: { status: 'failed', outcome: 'cancelled' },
};

/** The word if it is one of the tool's. */
export function taskStatus(word: string | undefined): TaskStatus | undefined {
  return word !== undefined && Object.hasOwn(verdicts, word) ? (word as TaskStatus) : undefined;
}

/** A call of a run, as retries and phases need it. */
export interface MadeCall {
  seq: number;
  nativeId: string;
  step: number;
  /** Number of the step's execution, from 1. */
  attempt: number;
  kind: CallKind;
  failed: boolean;
  /** Total duration of the commands before it, in milliseconds. */
  afterMs: number;
  /** When it ended, as the log has it. */
  endedAt: string | number | undefined;
}

export type CallKind = 'command' | 'agent' | 'gate' | 'verify';

/**
 * The calls of a run. Those not left behind by a retry form a stack with ascending steps: a run advances, or goes back to a step and leaves
 * behind what came after.
 */
export class RunCalls {
  readonly all: MadeCall[] = [];
  private readonly live: MadeCall[] = [];
  private readonly open = new Map<string, MadeCall>();
  private readonly latest = new Map<string, MadeCall>();

  add(call: MadeCall): void {
    this.all.push(call);
    this.live.push(call);
    this.open.set(slot(call), call);
    this.latest.set(slot(call), call);
  }

  /** Counts a call as ended. */
  end(call: MadeCall): void {
    if (this.open.get(slot(call)) === call) this.open.delete(slot(call));
  }

  /** The call of this kind and step that is still open. */
  waiting(kind: CallKind, step: number): MadeCall | undefined {
    return this.open.get(slot({ kind, step }));
  }

  /** The last call of this kind and step that no retry has left behind. */
  last(kind: CallKind, step: number): MadeCall | undefined {
    return this.latest.get(slot({ kind, step }));
  }

  get stillOpen(): MadeCall[] {
    return [...this.open.values()];
  }

  /** Removes the calls from a step on, last first, because the run goes back to before them. */
  leaveBehind(from: number): MadeCall[] {
    const left: MadeCall[] = [];
    for (let call = this.live.at(-1); call !== undefined && call.step >= from; call = this.live.at(-1)) {
      this.live.pop();
      this.latest.delete(slot(call));
      left.push(call);
    }
    return left;
  }
}

function slot({ kind, step }: Pick<MadeCall, 'kind' | 'step'>): string {
  return `${kind} ${step}`;
}
