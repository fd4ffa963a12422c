import type { Outcome, SessionStatus } from '../../session/index.ts';
import type { WfEvent } from './records.ts';

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
