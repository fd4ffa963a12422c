import { type Outcome, type SourceRef, toMillis } from '../../session/index.ts';
import { defined } from '../assemble/fields.ts';
import type { SessionSink } from '../assembly.ts';
import { type Commands, verifyCommand, type Workflow } from './project.ts';
import type { AgentReport, CommandResult, Pointer, WfEvent } from './records.ts';
import type { StepFile } from './steps.ts';
import {
  commandOutcome,
  exitOutcome,
  pointerFields,
  reportOutcome,
  type StepResult,
  startOf,
  verifyOutcome,
} from './steps.ts';
import { type CallKind, type MadeCall, nextState, RunCalls, type TaskState } from './tasks.ts';
import type { TranscriptFacts } from './transcripts.ts';

/** What an event may refer to. */
interface Moment {
  at: string | number | undefined;
  ref: SourceRef;
}

/** What the log itself says about a step; the rest comes from the configuration. */
interface Stated {
  name?: string | undefined;
  /** The command as it was run. */
  command?: string | undefined;
  /** Why a gate waits. */
  reason?: string | undefined;
  /** True where the log has the end of the call alone. */
  startUnknown?: boolean | undefined;
}

const startUnknown: Stated = { startUnknown: true };

/** Called with the location of an agent step's log. */
export type OnPointer = (pointer: Pointer, call: MadeCall, ref: SourceRef) => void;

const passedGate: StepResult = { outcome: 'succeeded', display: 'Passed' };

const toolNames = { command: 'Bash', agent: 'Task', gate: 'Checkpoint', verify: 'Bash' } as const;

/** One run of a task while its events arrive: steps become calls, control events become notices. */
export class TaskRun {
  readonly calls = new RunCalls();
  state: TaskState = { currentStep: 0, status: 'running' };
  private readonly sink: SessionSink;
  private readonly commands: Commands;
  private readonly onPointer: OnPointer;
  private readonly attempts = new Map<number, number>();
  /** Duration of the commands so far, in milliseconds. */
  private elapsedMs = 0;

  constructor(sink: SessionSink, commands: Commands, onPointer: OnPointer) {
    this.sink = sink;
    this.commands = commands;
    this.onPointer = onPointer;
  }

  handle(event: WfEvent, ref: SourceRef): void {
    const moment = { at: event.at, ref };
    switch (event.is) {
      case 'started':
        break;
      case 'finished':
        this.finish(event.step, event.result, moment);
        break;
      case 'launched':
        this.open('agent', event.step, moment);
        break;
      case 'reported':
        this.report(event.step, event.report, moment);
        break;
      case 'exited':
        this.exit(event.step, event.exitCode, event.report, moment);
        break;
      case 'lost':
        this.closeOpen('agent', event.step, moment, { outcome: 'interrupted', error: 'The window was lost.' });
        break;
      case 'waiting':
        this.open('gate', event.step, moment, { reason: event.reason });
        break;
      case 'passed':
        this.pass(event.step, event.message, moment);
        break;
      case 'checkpoint':
        this.close(this.open('gate', event.step, moment, startUnknown), moment, passedGate);
        break;
      case 'verify_failed':
        this.verify(event.step, event.feedback, false, moment);
        break;
      case 'skipped':
        this.skip(event.step, moment);
        break;
      case 'reset':
        this.goBack(event.step, event.auto === true ? 'Retry (automatic)' : 'Retry', moment);
        break;
      case 'rolled_back':
        this.goBack(event.step, 'Rolled back', moment);
        break;
      case 'stopped':
        this.endAll('interrupted', 'Stopped', moment);
        this.note('interruption', 'Task stopped', moment);
        break;
      case 'task_reset':
        this.endAll('cancelled', 'Task reset', moment);
        this.note('info', 'Task reset', moment);
    }
    this.state = nextState(this.state, event);
  }

  /** The file of a step, as the oldest generation kept one for each. */
  handleStepFile(step: number, { name, command, type, startedAt, endedAt, result }: StepFile, ref: SourceRef): void {
    const start = toMillis(startedAt);
    const end = start === undefined || result.durationMs === undefined ? endedAt : start + result.durationMs;
    const moment = { at: end, ref };
    const stated = { name, command, startUnknown: result.durationMs === undefined };
    if (type === 'checkpoint') this.close(this.open('gate', step, moment, stated), moment, passedGate);
    else {
      if (type === 'in_window') this.open('agent', step, moment, stated);
      this.finish(step, result, moment, stated);
    }
    this.state = nextState(this.state, { at: undefined, is: 'finished', step, result });
  }

  /** The result of a command; where a window was opened for the step, of the agent in it. */
  private finish(step: number, result: CommandResult, { at, ref }: Moment, stated: Stated = {}): void {
    const open = this.calls.waiting('agent', step);
    const { durationMs } = result;
    const began = { at: startOf(at, durationMs), ref };
    const call = open ?? this.open('command', step, began, { startUnknown: durationMs === undefined, ...stated });
    this.close(call, { at, ref }, commandOutcome(result));
    this.elapsedMs += durationMs ?? 0;
    if (result.verifyOutput === undefined) return;
    this.verify(step, result.verifyOutput, result.success, { at, ref });
  }

  private report(step: number, report: AgentReport, moment: Moment): void {
    const open = this.calls.waiting('agent', step);
    // A blocked agent can continue and report again: that is another call, starting at the earlier report.
    const before = open === undefined && moment.at !== undefined ? this.calls.last('agent', step) : undefined;
    const call = open ?? this.open('agent', step, { ...moment, at: before?.endedAt ?? moment.at }, startUnknown);
    this.close(call, moment, reportOutcome(report));
    this.onPointer(report, call, moment.ref);
  }

  /** The agent's process ended; what the agent reported itself counts more. */
  private exit(step: number, exitCode: number | undefined, pointer: Pointer, moment: Moment): void {
    const open = this.calls.waiting('agent', step);
    const reported = open === undefined ? this.calls.last('agent', step) : undefined;
    const call = open ?? reported ?? this.open('agent', step, moment, startUnknown);
    const extensions = { exited_at: moment.at, ...pointerFields(pointer) };
    if (reported === undefined) this.close(call, moment, exitOutcome(exitCode, pointer));
    else this.sink.amendCall(call.seq, { exitCode, extensions });
    this.onPointer(pointer, call, moment.ref);
  }

  private pass(step: number, message: string | undefined, moment: Moment): void {
    const open = this.calls.waiting('gate', step) ?? this.calls.waiting('agent', step);
    const call = open ?? this.open('gate', step, moment, startUnknown);
    this.close(call, moment, { outcome: 'succeeded', text: message, display: message ?? 'Approved' });
  }

  private verify(step: number, output: string, success: boolean, moment: Moment): void {
    this.close(this.open('verify', step, moment, startUnknown), moment, verifyOutcome(output, success));
  }

  private skip(step: number, moment: Moment): void {
    for (const kind of ['agent', 'gate'] as const) {
      const call = this.calls.waiting(kind, step);
      if (call !== undefined) this.close(call, moment, { outcome: 'cancelled', display: 'Skipped' });
    }
    this.note('info', `Skipped: ${this.commands.nameOf(step)}`, moment);
  }

  private goBack(step: number, what: string, moment: Moment): void {
    this.abandon(step, moment, { outcome: 'denied', display: 'Sent back' });
    this.note('retry', `${what}: ${this.commands.nameOf(step)}`, moment);
  }

  private open(kind: CallKind, step: number, { at, ref }: Moment, stated: Stated = {}): MadeCall {
    const attempt = this.attemptOf(kind, step, { at, ref });
    const template = this.templateOf(kind, step);
    const command = stated.command ?? (template === undefined ? undefined : this.commands.expand(template, step));
    const name = stated.name ?? this.commands.nameOf(step);
    const turn = kind === 'command' || kind === 'agent' ? '' : `-${kind}-${this.calls.all.length}`;
    const nativeId = `step-${step}#${attempt}${turn}`;
    const seq = this.sink.openCall({
      name: toolNames[kind],
      nativeId,
      at,
      ref,
      params: { ...defined({ command }), step, name, ...defined({ reason: stated.reason }) },
      description: kind === 'verify' ? `Verify: ${name}` : name,
      rawCommand: command,
      subagent: kind === 'agent' ? { subagent_type: 'claude-code' } : undefined,
      extensions: {
        step,
        attempt,
        ...defined({ run: command === template ? undefined : template, verifies: kind === 'verify' || undefined }),
      },
      inferred: [
        // The configuration is what it is now, not what it was when the step ran.
        ...(command === undefined || stated.command !== undefined ? [] : ['input.params.command', 'input.raw_command']),
        ...(stated.startUnknown === true ? ['started_at', 'duration_ms'] : []),
      ],
    });
    const afterMs = this.elapsedMs;
    const call = { seq, nativeId, step, attempt, kind, failed: false, afterMs, endedAt: undefined };
    this.calls.add(call);
    return call;
  }

  /** What the configuration runs for a call. */
  private templateOf(kind: CallKind, step: number): string | undefined {
    const definition = this.commands.step(step);
    switch (kind) {
      case 'gate':
        return undefined;
      case 'verify':
        return verifyCommand(definition);
      case 'command':
      case 'agent':
        return definition?.run;
    }
  }

  /** The number of this execution of a step. Later steps from the previous execution are left behind, whether the log says so or not. */
  private attemptOf(kind: CallKind, step: number, moment: Moment): number {
    const before = this.attempts.get(step) ?? 0;
    const again = kind === 'command' || kind === 'agent';
    this.abandon(again ? step : step + 1, moment, { outcome: 'interrupted', display: 'Started again' });
    if (!again) return Math.max(before, 1);
    this.attempts.set(step, before + 1);
    return before + 1;
  }

  private close(call: MadeCall, { at, ref }: Moment, result: StepResult): void {
    call.failed = result.outcome !== 'succeeded';
    call.endedAt = at;
    this.calls.end(call);
    this.sink.closeCall(call.seq, { ...result, at, ref });
  }

  private closeOpen(kind: CallKind, step: number, moment: Moment, result: StepResult): void {
    this.close(this.calls.waiting(kind, step) ?? this.open(kind, step, moment, startUnknown), moment, result);
  }

  private endAll(outcome: Outcome, display: string, moment: Moment): void {
    for (const call of this.calls.stillOpen) this.close(call, moment, { outcome, display });
  }

  /** Leaves the calls from a step on behind; open ones are closed with the result `open`. */
  private abandon(from: number, moment: Moment, open: StepResult): void {
    const left = this.calls.leaveBehind(from);
    for (const call of left) if (this.calls.waiting(call.kind, call.step) === call) this.close(call, moment, open);
    if (left.length > 0) this.sink.abandon(left.map(({ seq }) => seq));
  }

  private note(kind: 'info' | 'interruption' | 'retry', text: string, { at, ref }: Moment, call?: MadeCall): void {
    this.sink.notice({ kind, text, at, ref, nativeCallId: call?.nativeId });
  }
}

/** One run of the task, and what is known of it as a whole. */
export interface LoggedRun {
  key: string;
  /** 1-based. */
  number: number;
  runId: string | undefined;
  workflow: Workflow | undefined;
  workflowName: string | undefined;
  commands: Commands;
  sink: SessionSink;
  steps: TaskRun;
  startedAt: string | undefined;
  endedAt: string | undefined;
  /** False where no record of the log has a time. */
  timed: boolean;
  /** Facts from the transcripts of the run's agents, in the order of the calls. */
  agents: { call: MadeCall; facts: TranscriptFacts }[];
}
